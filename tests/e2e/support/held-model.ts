import type { ServerResponse } from 'node:http'
import { startFakeOpenai } from '#layers/northlight/tests/support/fake-openai.ts'

/** One request to the model, answered piece by piece as a test says. */
export interface HeldStep {
  think(text: string): void
  say(text: string): void
  call(toolCallId: string, toolName: string, input: object): void
  /** Ends the step: with the calls that were made, else as the answer. */
  end(): void
  /** Refuses the request; to be used before anything else. */
  fail(status: number, message: string): void
}

/** A model whose every word waits for the test. */
export interface HeldModel {
  /** What a server needs to use it. */
  readonly variables: Record<string, string>
  /** The next request, however long it takes to come. */
  nextStep(): Promise<HeldStep>
  close(): Promise<void>
}

export async function startHeldModel(): Promise<HeldModel> {
  const steps: HeldStep[] = []
  const waiting: ((step: HeldStep) => void)[] = []
  const provider = await startFakeOpenai((response) => {
    const step = toHeldStep(response)
    // A title is asked for without tools, and is nobody's concern here.
    if (!provider.requests.at(-1)?.body.tools) {
      step.say('A title')
      step.end()
      return
    }
    const receiver = waiting.shift()
    if (receiver) receiver(step)
    else steps.push(step)
  })
  return {
    variables: { NORTHLIGHT_MODEL: 'openai-compatible:held', OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'sk-test-0123456789abcdef' },
    nextStep: async () => steps.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    close: () => provider.close(),
  }
}

function toHeldStep(response: ServerResponse): HeldStep {
  let calls = 0
  const write = (choice: object, more: object = {}) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'held', choices: [{ index: 0, ...choice }], ...more })}\n\n`)
  }
  const writeDelta = (delta: object) => write({ delta: { role: 'assistant', ...delta }, finish_reason: null })
  return {
    think: (text) => writeDelta({ reasoning_content: text }),
    say: (text) => writeDelta({ content: text }),
    call(id, name, input) {
      writeDelta({ tool_calls: [{ index: calls, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }] })
      calls += 1
    },
    end() {
      write({ delta: {}, finish_reason: calls > 0 ? 'tool_calls' : 'stop' }, { usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })
      response.end('data: [DONE]\n\n')
    },
    fail(status, message) {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message, type: 'error', code: null } }))
    },
  }
}
