import { readUIMessageStream } from 'ai'
import type { UIMessageChunk } from 'ai'

/** The message that the SDK's own reducer makes of chunks, one by one; throws where it would. */
export async function foldPlainly(id: string, chunks: readonly UIMessageChunk[]): Promise<unknown> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  let message: unknown = { id, role: 'assistant', parts: [] }
  for await (const next of readUIMessageStream({ message: { id, role: 'assistant', parts: [] }, stream, terminateOnError: true })) message = next
  return JSON.parse(JSON.stringify(message))
}
