import { z } from 'zod/mini'
import { toPlainLine } from '#layers/northlight/shared/markdown/enclose-markdown.ts'
import { northlightMetadataSchema } from './message-metadata.ts'
import type { TurnOutcome } from './message-metadata.ts'
import { speakers } from './speakers.ts'
import type { StoredMessage } from './stored-message.ts'
import { toMessageMarkdown } from './to-message-markdown.ts'

/** What stands for an answer that left nothing to read, as on screen. */
const outcomes: Record<TurnOutcome, string> = {
  done: 'Finished without a reply', waiting: 'Finished without a reply', stopped: 'Stopped', interrupted: 'Interrupted', failed: 'Interrupted',
}
const outcomeSchema = z.object({ northlight: z.pick(northlightMetadataSchema, { outcome: true }) })

/** A chat as one Markdown document to read, a message at a time, since a long one takes its time; it says whether the work is part of it. */
export function* writeTranscript(title: string, messages: readonly StoredMessage[], withWork: boolean): Generator<string, void, undefined> {
  const taken = withWork ? 'Exported with the work: reasoning, notes and tool calls.' : 'Exported without the work: what was asked, answered and shown.'
  yield `# ${toPlainLine(title)}\n\n*${taken}*`
  for (const message of messages) yield `\n\n${toSection(message).join('\n\n')}`
  yield '\n'
}

function toSection(message: StoredMessage): string[] {
  const blocks = toMessageMarkdown(message)
  const isSilent = message.role === 'assistant' && blocks.length === 0
  return [`## ${speakers[message.role]}`, ...(isSilent ? [`*${outcomes[outcomeSchema.safeParse(message.metadata).data?.northlight.outcome ?? 'done']}*`] : blocks)]
}
