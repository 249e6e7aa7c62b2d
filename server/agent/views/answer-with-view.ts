import type { UIMessageChunk } from 'ai'
import { parseChatBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import { buildTriage } from '#layers/northlight/server/triage/build-triage.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import type { ChatView } from './pick-chat-view.ts'

/** One view an answer: a later one of the same id would take its place. */
const blockId = 'b-triage'
const textId = 'view-text'

/**
 * Answers with a view where the question is for one: its words and its block are built from stored records, and no model is asked.
 * False: the model has to answer.
 */
export async function answerWithView(services: Services, principal: Principal, asked: StoredMessage | undefined, emit: (chunk: UIMessageChunk) => void): Promise<boolean> {
  const picked = asked?.role === 'user' ? await pickView(services, toQuestion(asked)) : undefined
  if (!picked) return false
  const { block, text } = await buildTriage(services.database, principal, picked.window, services.clock.now())
  const checked = parseChatBlock({ ...block, id: blockId })
  emit({ type: 'start-step' })
  emit({ type: 'text-start', id: textId })
  emit({ type: 'text-delta', id: textId, delta: text })
  emit({ type: 'text-end', id: textId })
  if (checked) emit({ type: 'data-block', id: checked.id, data: checked })
  emit({ type: 'finish-step' })
  return true
}

/** A picker that fails costs no answer. */
async function pickView({ pickView: pick, log }: Services, question: string): Promise<ChatView | undefined> {
  try {
    return await pick(question)
  }
  catch (error) {
    log.warn('The choice of a view failed; the model answers.', { error })
    return undefined
  }
}

function toQuestion({ parts }: StoredMessage): string {
  return parts.flatMap((part) => part.type === 'text' && typeof part.text === 'string' ? part.text : []).join(' ')
}
