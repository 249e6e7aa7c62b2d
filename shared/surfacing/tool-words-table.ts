import { readFields, readString } from './read-fields.ts'
import { toLine } from './to-line.ts'

/** The words of one tool. Input and output are untrusted: a word that can't be read is left out. */
export interface ToolWords {
  running: (input: unknown) => string
  done: (input: unknown, output: unknown) => string
  /** Follows "Couldn't". */
  failed: string
  /** Starts a fold's line, as "Checked" in "Checked runs and 3 PRs". */
  verb: string
  /** Several calls as one noun phrase: `runs`, `3 PRs`. */
  phrase: (count: number) => string
}

/** By tool name; `toUnknownToolWords` stands for any other (`chat-ui.md`, "Tool lines"). */
export const toolWordsTable: ReadonlyMap<string, ToolWords> = new Map<string, ToolWords>([
  ['list_runs', {
    running: () => 'Checking runs',
    done: (_input, output) => `Checked ${toRunCount(output)}`,
    failed: 'check runs',
    verb: 'Checked',
    phrase: () => 'runs',
  }],
  ['get_run', {
    running: () => 'Reading a run',
    done: (_input, output) => `Read ${toRunName(output)}`,
    failed: 'read the run',
    verb: 'Read',
    phrase: (count) => count === 1 ? 'a run' : `${count} runs`,
  }],
  ['remember', {
    running: () => 'Noting',
    done: (_input, output) => toLine(readFields(output).receipt) ?? 'Remembered',
    failed: 'note that',
    verb: 'Noted',
    phrase: (count) => count === 1 ? 'one thing' : `${count} things`,
  }],
  ['ask_question', {
    running: () => 'Asking',
    done: (input) => ['Asked', toLine(readFields(input).question)].filter(Boolean).join(': '),
    failed: 'ask',
    verb: 'Asked',
    phrase: (count) => count === 1 ? 'a question' : `${count} questions`,
  }],
  ['write_document', {
    running: () => 'Writing a document',
    done: (input) => ['Wrote a document', toLine(readFields(input).title)].filter(Boolean).join(': '),
    failed: 'write the document',
    verb: 'Wrote',
    phrase: (count) => count === 1 ? 'a document' : `${count} documents`,
  }],
  ['draft_reply', {
    running: () => 'Drafting a reply',
    done: (input) => ['Drafted a reply', toLine(readFields(input).subject)].filter(Boolean).join(': '),
    failed: 'draft the reply',
    verb: 'Drafted',
    phrase: (count) => count === 1 ? 'a reply' : `${count} replies`,
  }],
  ['comment_on_pull_request', toCommentWords('a pull request')],
  ['comment_on_issue', toCommentWords('an issue')],
  ['send_webhook', {
    running: (input) => `Sending to ${toLine(readFields(input).webhook) ?? 'a webhook'}`,
    done: (input) => `Sent to ${toLine(readFields(input).webhook) ?? 'a webhook'}`,
    failed: 'send it',
    verb: 'Sent',
    phrase: (count) => count === 1 ? 'a message' : `${count} messages`,
  }],
  ['propose_time_entry', {
    running: () => 'Entering time',
    done: (input) => ['Entered time', toLine(readFields(input).subject)].filter(Boolean).join(' for '),
    failed: 'enter the time',
    verb: 'Entered',
    phrase: (count) => count === 1 ? 'time' : `time, ${count} times`,
  }],
])

function toCommentWords(thread: string): ToolWords {
  const toPlace = (input: unknown) => {
    const { repository, number } = readFields(input)
    return typeof number === 'number' && toLine(repository) !== undefined ? `${toLine(repository)}#${number}` : thread
  }
  return {
    running: (input) => `Commenting on ${toPlace(input)}`,
    done: (input) => `Commented on ${toPlace(input)}`,
    failed: 'comment on it',
    verb: 'Commented on',
    phrase: (count) => count === 1 ? thread : `${count} threads`,
  }
}

/** Words for a tool that the table doesn't know, from its own title, else its name. */
export function toUnknownToolWords(toolName: string, title: string | undefined): ToolWords {
  const name = toLine(title) ?? toLine(toSpacedName(toolName)) ?? 'a tool'
  return {
    running: () => `Using ${name}`,
    done: () => `Used ${name}`,
    failed: `use ${name}`,
    verb: 'Used',
    phrase: (count) => count === 1 ? name : `${name} ${count} times`,
  }
}

function toSpacedName(toolName: string): string {
  return toolName.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_\-.:/\s]+/g, ' ').toLowerCase()
}

function toRunCount(output: unknown): string {
  const { runs } = readFields(output)
  if (!Array.isArray(runs)) return 'runs'
  if (runs.length === 0) return 'runs, none found'
  return runs.length === 1 ? '1 run' : `${runs.length} runs`
}

function toRunName(output: unknown): string {
  const fields = readFields(output)
  const title = toLine(readString(readFields(fields.run).title)) ?? toLine(fields.title)
  return title === undefined ? 'a run' : `run ${title}`
}
