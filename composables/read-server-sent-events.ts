import { EventSourceParserStream } from 'eventsource-parser/stream'

export interface ServerSentEvent {
  id?: string
  data: string
}

/** Our streams show that they are there at least each 20 seconds: one that is silent for this long is gone. In milliseconds. */
const longestSilenceMs = 60_000

/**
 * The events of a stream of ours, in order, until it ends or `signal` closes it. Throws when the connection breaks or
 * has fallen silent, as after a laptop's sleep.
 */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<ServerSentEvent, void, undefined> {
  const silence = createSilenceWatch()
  const reader = body
    .pipeThrough(silence.stream)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  let closing: Promise<void> | undefined
  const close = () => closing ??= reader.cancel().catch(() => {})
  signal?.addEventListener('abort', close)
  try {
    while (!signal?.aborted) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  }
  finally {
    signal?.removeEventListener('abort', close)
    silence.stop()
    // Waited for: who is told that this is over may count connections.
    await close()
  }
}

function createSilenceWatch() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const watch = (controller: TransformStreamDefaultController<Uint8Array>) => {
    stop()
    timer = setTimeout(() => controller.error(new Error('The connection fell silent.')), longestSilenceMs)
  }
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    start: watch,
    transform(bytes, controller) {
      watch(controller)
      controller.enqueue(bytes)
    },
    flush: stop,
  })
  return { stream, stop }
}
