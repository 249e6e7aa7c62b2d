import { afterEach, describe, expect, it } from 'vitest'
import { askToEnd, outcomeOf, partsOf, readAnswer, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { refuse, startFakeOpenai, streamDeltas } from '#layers/northlight/tests/support/fake-openai.ts'
import type { FakeOpenai } from '#layers/northlight/tests/support/fake-openai.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const key = 'sk-test-0123456789abcdef'

describe('a model behind an OpenAI-compatible server', () => {
  const servers = useTestServers(embeddedDatabase)
  let provider: FakeOpenai | undefined
  afterEach(() => provider?.close())

  const start = async (...answers: Parameters<typeof startFakeOpenai>) => {
    provider = await startFakeOpenai(...answers)
    const server = await servers.start({}, { NORTHLIGHT_MODEL: 'openai-compatible:llama3.2:3b', OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: key })
    return { provider, server }
  }

  it('calls tools by arguments that come in pieces, and answers from their results', async () => {
    const call = (index: number, fields: object) => ({ tool_calls: [{ index, ...fields }] })
    const { provider, server } = await start(
      streamDeltas([
        { role: 'assistant', content: 'Let me ' }, { content: 'look.' },
        call(0, { id: 'call_1', type: 'function', function: { name: 'list_runs', arguments: '' } }),
        call(0, { function: { arguments: '{"lim' } }), call(0, { function: { arguments: 'it": 1}' } }),
        call(1, { id: 'call_2', type: 'function', function: { name: 'list_runs', arguments: '{"limit":2}' } }),
      ], 'tool_calls'),
      streamDeltas([{ role: 'assistant', content: 'The last run is ' }, { content: 'Wednesday\'s.' }], 'stop'),
    )
    await askToEnd(server, chat, 'Which run was last?')
    const answer = await readAnswer(server, chat)
    expect([outcomeOf(answer), toText(answer)]).toEqual(['done', 'Let me look.The last run is Wednesday\'s.'])
    expect(partsOf(answer, 'tool-list_runs')).toMatchObject([
      { toolCallId: 'call_1', state: 'output-available', input: { limit: 1 }, output: { runs: [{ title: 'Nightly shop suite, Wednesday' }] } },
      { toolCallId: 'call_2', state: 'output-available', input: { limit: 2 } },
    ])
    expect(answer.metadata).toMatchObject({ northlight: { tokens: 36 } })

    const [first, second] = provider.requests
    expect(provider.requests.map((request) => request.path)).toEqual(['/custom/v1/chat/completions', '/custom/v1/chat/completions'])
    expect([first?.body.model, first?.body.stream, first?.headers.authorization]).toEqual(['llama3.2:3b', true, `Bearer ${key}`])
    expect(first?.body.tools?.map((tool) => tool.function.name)).toEqual(['list_runs', 'get_run', 'remember', 'ask_question', 'write_document', 'draft_reply', 'comment_on_pull_request', 'comment_on_issue', 'send_webhook', 'propose_time_entry'])
    expect(second?.body.messages.map((message) => [message.role, message.tool_call_id])).toEqual([
      ['system', undefined], ['user', undefined], ['assistant', undefined], ['tool', 'call_1'], ['tool', 'call_2'],
    ])
    expect(second?.body.messages[3]?.content).toContain('Nightly shop suite, Wednesday')
    expect(JSON.stringify(provider.requests.map((request) => request.body))).not.toContain('manner')
    expect(await servers.database.prisma.modelCall.findMany({ where: { turn: { chatId: chat } }, orderBy: { step: 'asc' } })).toMatchObject([
      { step: 1, model: 'openai-compatible:llama3.2:3b', inputTokens: 11, outputTokens: 7 }, { step: 2 },
    ])
  })

  it.each([
    [401, `Incorrect API key provided: ${key}.`, 1, 'The model did not answer: Incorrect API key provided: [key].'],
    [404, 'The model llama3.2:3b does not exist.', 1, 'The model did not answer: The model llama3.2:3b does not exist.'],
    [500, `It broke for Bearer ${key}`, 3, 'The model did not answer: It broke for Bearer [key]'],
  ])('says what a %i of the provider said, without the key', async (status, message, attempts, told) => {
    const { provider, server } = await start(refuse(status, message))
    const stream = await askToEnd(server, chat, 'Which run was last?')
    const answer = await readAnswer(server, chat)
    expect(outcomeOf(answer)).toBe('failed')
    expect(partsOf(answer, 'data-error')).toMatchObject([{ data: { code: 'model-failed', message: told, fix: expect.any(String) } }])
    expect(provider.requests).toHaveLength(attempts)
    expect(JSON.stringify([stream, answer])).not.toContain(key)
  })

  it('fails a turn whose provider sends what is no answer', async () => {
    const { server } = await start((response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"nonsense":\n\n'))
    await askToEnd(server, chat, 'Which run was last?')
    const answer = await readAnswer(server, chat)
    expect([outcomeOf(answer), partsOf(answer, 'data-error').length]).toEqual(['failed', 1])
  })

  it('fails a turn whose provider hangs up in the middle, and keeps what came', async () => {
    const { server } = await start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { role: 'assistant', content: 'Two ' } }] })}\n\n`, () => response.destroy())
    })
    await askToEnd(server, chat, 'Which run was last?')
    const answer = await readAnswer(server, chat)
    expect([outcomeOf(answer), toText(answer)]).toEqual(['failed', 'Two '])
  })
})
