export interface FindState {
  /** False while nothing is looked for. */
  hasWords: boolean
  /** Of the messages that were found. */
  count: number
  /** Of the one that is shown, from 0; negative for none. */
  index: number
  isSearching: boolean
  /** While earlier messages come in, which are searched then. */
  isLoading: boolean
  /** They could not be read. */
  hasFailed: boolean
}

/** How far a search in a chat has come, in words. */
export function toFindWords(state: FindState): string {
  if (!state.hasWords) return ''
  const { count, isSearching, isLoading, hasFailed } = state
  if (count === 0 && isLoading) return 'Reading earlier messages'
  if (count === 0 && isSearching) return 'Searching'
  const addition = isLoading ? ', reading earlier ones' : hasFailed ? '. Earlier ones could not be loaded' : ''
  return toCountWords(state) + addition
}

function toCountWords({ count, index }: FindState): string {
  if (count === 0) return 'No message found'
  const messages = `${count} ${count === 1 ? 'message' : 'messages'}`
  return index < 0 ? messages : `${index + 1} of ${messages}`
}
