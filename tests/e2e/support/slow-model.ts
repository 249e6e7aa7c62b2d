import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { startFakeOpenai } from '#layers/northlight/tests/support/fake-openai.ts'

export interface SlowModel {
  /** For the server that is to ask this model. */
  readonly variables: Record<string, string>
  /** Lets every answer come to its end; those that come later end at once. */
  finish(): void
  close(): Promise<void>
}

/** Between two words, in milliseconds. */
const paceMs = 100

/** A model that says `word0 word1 word2 …`, word by word, until it is told to finish. */
export async function startSlowModel(): Promise<SlowModel> {
  const finishing = new AbortController()
  const fake = await startFakeOpenai((response) => void say(response, finishing.signal))
  return {
    variables: { NORTHLIGHT_MODEL: 'openai-compatible:slow', OPENAI_BASE_URL: fake.baseUrl, OPENAI_API_KEY: 'none' },
    finish: () => finishing.abort(),
    close: () => fake.close(),
  }
}

async function say(response: ServerResponse, finishing: AbortSignal) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = (delta: object, finishReason: 'stop' | null = null) => response.write(`data: ${JSON.stringify({
    id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finishReason }],
  })}\n\n`)
  for (let word = 0; !finishing.aborted && !response.destroyed; word++) {
    write({ content: `word${word} ` })
    await delay(paceMs, undefined, { signal: finishing }).catch(() => {})
  }
  write({ content: 'end.' })
  write({}, 'stop')
  response.end('data: [DONE]\n\n')
}
