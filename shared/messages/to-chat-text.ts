import { removeWork } from './remove-work.ts'
import { speakers } from './speakers.ts'
import type { StoredMessage } from './stored-message.ts'
import { toMessageMarkdown } from './to-message-markdown.ts'

/** What copying a whole chat takes: what was asked, answered and shown, in Markdown, each message under its speaker. */
export function toChatText(messages: readonly Pick<StoredMessage, 'id' | 'role' | 'parts'>[]): string {
  return messages.map((message) => [`## ${speakers[message.role]}`, ...toMessageMarkdown(removeWork(message))].join('\n\n')).join('\n\n')
}
