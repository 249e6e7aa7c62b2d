import { afterEach, describe, expect, it, vi } from 'vitest'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { agentTools } from '#layers/northlight/server/agent/tools/tool-registry.ts'
import { askToEnd, outcomeOf, partsOf, readAnswer, readMessages, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep, callParts, callStep, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { createToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import type { ToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe('the agent loop', () => {
  const servers = useTestServers(embeddedDatabase)
  afterEach(() => void vi.restoreAllMocks())

  const run = async (tools: ToolStub[], ...steps: Parameters<typeof createScriptedModel>[0] & object) => {
    const model = createScriptedModel(steps)
    const server = await servers.start({ model: { model }, tools })
    await askToEnd(server, chat, 'What failed?')
    const answer = await readAnswer(server, chat)
    const results = (call: number) => (model.prompts[call - 1] ?? []).flatMap((entry) => entry.role === 'tool' ? entry.content : [])
    return { model, server, answer, results }
  }

  it('runs the calls of one step at once, and gives each its own result', async () => {
    const started: string[] = []
    const all = Promise.withResolvers<void>()
    const look = createToolStub('look', async (input) => {
      const { word } = input as { word: string }
      started.push(word)
      if (started.length === 3) all.resolve()
      await all.promise
      return { word }
    })
    const { results, answer, model } = await run([look], callStep(...['a', 'b', 'c'].map((word) => callParts(`call-${word}`, 'look', { word }))), answerStep('Three.'))
    expect(started).toEqual(['a', 'b', 'c'])
    expect(results(2)).toMatchObject(['a', 'b', 'c'].map((word) => ({ toolCallId: `call-${word}`, toolName: 'look', output: { type: 'json', value: { word } } })))
    expect(partsOf(answer, 'tool-look')).toMatchObject(['a', 'b', 'c'].map((word) => ({ toolCallId: `call-${word}`, state: 'output-available', input: { word }, output: { word } })))
    expect(model.calls).toHaveLength(2)
  })

  it('keeps results with their calls when the later call is done first', async () => {
    const second = Promise.withResolvers<void>()
    const look = createToolStub('look', async (input) => {
      const { word } = input as { word: string }
      if (word === 'a') await second.promise
      else second.resolve()
      return { word }
    })
    const { results } = await run([look], callStep(callParts('call-a', 'look', { word: 'a' }), callParts('call-b', 'look', { word: 'b' })), answerStep('Two.'))
    expect(results(2)).toMatchObject([{ toolCallId: 'call-a', output: { value: { word: 'a' } } }, { toolCallId: 'call-b', output: { value: { word: 'b' } } }])
  })

  it('tells reader and model of a tool that threw, and goes on', async () => {
    const tools = [
      createToolStub('known', () => Promise.reject(new NorthlightError('run-not-found', { message: 'There is no test run 7.' }))),
      createToolStub('odd', () => Promise.reject(new Error('password is hunter2'))),
      createToolStub('sync', () => {
        throw new TypeError('x')
      }),
      createToolStub('circle', () => {
        const circle: Record<string, unknown> = {}
        circle.circle = circle
        return circle
      }),
    ]
    const { answer, results, model } = await run(tools, callStep(...tools.map((tool) => callParts(`c-${tool.name}`, tool.name, {}))), answerStep('I could not.'))
    const unforeseen = 'It failed on the server\'s side; the log has the details.'
    const errors = { known: 'There is no test run 7.', odd: unforeseen, sync: unforeseen, circle: unforeseen }
    for (const [name, errorText] of Object.entries(errors)) {
      expect(partsOf(answer, `tool-${name}`)).toMatchObject([{ state: 'output-error', errorText }])
      expect(results(2)).toContainEqual(expect.objectContaining({ toolCallId: `c-${name}`, output: { type: 'error-text', value: errorText } }))
    }
    expect([outcomeOf(answer), toText(answer), model.calls.length]).toEqual(['done', 'I could not.', 2])
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  })

  it.each([
    ['an unknown tool', callParts('c1', 'lok', { word: 'a' })],
    ['arguments that are no JSON', callParts('c1', 'look', '{"word": ')],
    ['arguments that do not fit', callParts('c1', 'look', { word: 7 })],
    ['no arguments', callParts('c1', 'look', '')],
    ['a name off the prototype', callParts('c1', 'constructor', {})],
  ])('goes on after a call of %s', async (name, call) => {
    const look = createToolStub('look')
    const { answer, model, results } = await run([look], [...textParts('t', 'Let me look.'), ...callStep(call)], answerStep('Then not.'))
    expect([outcomeOf(answer), model.calls.length, toText(answer)]).toEqual(['done', 2, 'Let me look.Then not.'])
    const part = answer.parts.find((stored) => stored.toolCallId === 'c1')
    if (name === 'no arguments') {
      expect([part?.state, look.runs]).toEqual(['output-available', [{}]])
      return
    }
    expect(part).toMatchObject({ state: 'output-error', errorText: expect.stringMatching(/\w{3}/) })
    expect(look.runs).toEqual([])
    expect(results(2)).toMatchObject([{ toolCallId: 'c1', output: { type: 'error-text' } }])
  })

  it('runs the good call beside a malformed one', async () => {
    const look = createToolStub('look')
    const { answer, results } = await run([look], callStep(callParts('c1', 'lok', {}), callParts('c2', 'look', { word: 'b' })), answerStep('One.'))
    expect(look.runs).toEqual([{ word: 'b' }])
    expect(answer.parts.filter((part) => part.toolCallId).map((part) => [part.toolCallId, part.state])).toEqual([['c1', 'output-error'], ['c2', 'output-available']])
    expect(results(2).map((result) => result.type === 'tool-result' && [result.toolCallId, result.output.type])).toEqual([['c1', 'error-text'], ['c2', 'json']])
  })

  it('tells parts of ours from the first chunk on what manner of tool they are', async () => {
    const { answer } = await run([createToolStub('keep', undefined, { manner: 'housekeeping' })], callStep(callParts('c1', 'keep', {})), answerStep('Kept.'))
    expect(partsOf(answer, 'tool-keep')).toMatchObject([{ toolMetadata: { northlight: { manner: 'housekeeping' } } }])
  })

  it('ends the turn with a question, and hears the answer as the next message', async () => {
    const question = { question: 'Which run?', choices: ['One', 'Two'] }
    const model = createScriptedModel([callStep(callParts('c1', 'ask_question', question)), answerStep('Run two it is.')])
    const server = await servers.start({ model: { model }, tools: agentTools })
    await askToEnd(server, chat, 'Open a run.')
    expect(model.calls).toHaveLength(1)
    const asked = await readAnswer(server, chat)
    expect([outcomeOf(asked), asked.parts.at(-1)]).toMatchObject(['done', { type: 'tool-ask_question', state: 'output-available', input: question }])
    await askToEnd(server, chat, 'Two', { messageId: 'question-2' })
    expect(model.prompts[1]?.slice(1).map((entry) => entry.role)).toEqual(['user', 'assistant', 'tool', 'user'])
    expect(model.prompts[1]?.slice(2)).toMatchObject([
      { content: [{ type: 'tool-call', toolName: 'ask_question', input: question }] },
      { content: [{ type: 'tool-result', toolCallId: 'c1', output: { type: 'json', value: { asked: true } } }] },
      { content: [{ type: 'text', text: 'Two' }] },
    ])
    expect((await readMessages(server, chat)).map(toText)).toEqual(['Open a run.', '', 'Two', 'Run two it is.'])
  })

  it('has the tools themselves do their work', async () => {
    const model = createScriptedModel([
      callStep(callParts('c1', 'list_runs', { limit: 1 }), callParts('c2', 'get_run', { runId: 'none' }), callParts('c3', 'remember', { note: 'Checkout \u0000 is Payments.' })),
      answerStep('Done.'),
    ])
    const server = await servers.start({ model: { model } })
    await askToEnd(server, chat, 'Go.')
    const parts = (await readAnswer(server, chat)).parts
    expect(parts.find((part) => part.toolCallId === 'c1')).toMatchObject({ output: { runs: [{ title: 'Nightly shop suite, Wednesday', tests: 9, failed: 2, flaky: 2, skipped: 1, passed: 6 }] } })
    expect(parts.find((part) => part.toolCallId === 'c2')).toMatchObject({ state: 'output-error', errorText: 'There is no test run none.' })
    expect(await servers.database.prisma.memoryNote.findMany()).toMatchObject([{ text: 'Checkout  is Payments.', chatId: chat }])
  })
})
