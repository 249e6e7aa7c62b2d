/** What every key of ours begins with, so that one that got lost can be told for what it is. */
export const apiKeyPrefix = 'nl_'
/** As much of a key as is kept to tell it by; what follows is random. In characters. */
export const apiKeyStartLength = 9

const wholeKey = /^nl_[A-Za-z]{64}$/

/** Whether a text is a key as we make them; it may still be nobody's. */
export function isApiKeyForm(text: string): boolean {
  return wholeKey.test(text)
}
