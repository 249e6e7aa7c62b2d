import { describe, expect, it } from 'vitest'
import { askToEnd, partsOf, readAnswer, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { callParts, callStep, answerStep } from '#layers/northlight/tests/support/model-parts.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

const report = `<testsuites><testsuite name="checkout"><testcase name="keeps the total" time="1"><failure message="Expected 46.90"/></testcase><testcase name="pays" time="1"/></testsuite></testsuites>`

describe('documents and reply drafts', () => {
  const servers = useTestServers(embeddedDatabase)

  const startWithRun = async () => {
    const server = await servers.start()
    const uploaded = await server.fetch('/api/runs', { method: 'POST', headers: { 'content-type': 'application/xml' }, body: report })
    expect(uploaded.status).toBe(201)
    return server
  }

  it('writes a document from the stored records, as a user-facing call', async () => {
    const server = await startWithRun()
    await askToEnd(server, chat, 'Write a summary of the last run as a document')
    const answer = await readAnswer(server, chat)
    const [part] = partsOf(answer, 'tool-write_document')
    expect(part).toMatchObject({ state: 'output-available', toolMetadata: { northlight: { manner: 'user-facing' } } })
    expect(part).toMatchObject({ output: { document: { mediaType: 'text/markdown', fileName: expect.stringMatching(/\.md$/), text: expect.stringContaining('| 2 | 1 | 1 | 0 | 0 |') } } })
    expect(part).toMatchObject({ output: { document: { text: expect.stringContaining('keeps the total') } } })
    expect(toText(answer)).toContain('in the document above')
  })

  it.each(['Draft a reply to Ms Keller about the last run', 'Rédige une réponse au sujet du dernier run'])('drafts a reply from the stored records and sends nothing: %s', async (question) => {
    const server = await startWithRun()
    await askToEnd(server, chat, question)
    const [part] = partsOf(await readAnswer(server, chat), 'tool-draft_reply')
    expect(part).toMatchObject({ state: 'output-available', output: { draft: { subject: expect.stringContaining('1 test failed'), body: expect.stringContaining('1 of 2 tests passed') } } })
    if (question.includes('Keller')) expect(part).toMatchObject({ output: { draft: { to: 'Ms Keller' } } })
  })

  it('refuses what is no document, in words for the model, and the turn goes on', async () => {
    const model = createScriptedModel([
      callStep(callParts('c1', 'write_document', { title: 'Too long', text: 'x'.repeat(100_001) })), answerStep('I could not write it.'),
    ])
    const server = await servers.start({ model: { model } })
    await askToEnd(server, chat, 'Write')
    const answer = await readAnswer(server, chat)
    expect(partsOf(answer, 'tool-write_document')).toMatchObject([{ state: 'output-error' }])
    expect(toText(answer)).toBe('I could not write it.')
  })
})
