import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { RequestFailure, type ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { mostFileBytes } from '#layers/northlight/shared/messages/file-limits.ts'
import { useReportUploadsStore } from '#layers/northlight/stores/reportUploads.ts'

interface Request {
  name: string
  answer(value: unknown): Promise<void>
  refuse(message: string, code?: string): Promise<void>
}

const file = (name: string) => new File(['<testsuite/>'], name)

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A server that answers when the test says so. */
function startServer() {
  const requests: Request[] = []
  const client = {
    json: (_path: string, init: { body: File }) => new Promise((resolve, reject) => {
      requests.push({
        name: init.body.name,
        answer: (value) => {
          resolve(value)
          return settle()
        },
        refuse: (message, code = 'report-truncated') => {
          reject(new RequestFailure(422, { code, message }))
          return settle()
        },
      })
    }),
  }
  return { requests, client: client as Partial<ChatClient> as ChatClient }
}

const environment = { fetch: () => Promise.reject(new Error('not asked')) }

const run = { tests: 3, failed: 1, skipped: 0 }

describe('several reports at once', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('go in order, two at a time, and one that is refused holds up none', async () => {
    const { requests, client } = startServer()
    const store = useReportUploadsStore()
    store.upload(client, environment, ['a.xml', 'b.xml', 'c.json', 'd.xml'].map(file))
    store.upload(client, environment, [file('e.xml')])
    const states = () => store.uploads.map(({ state }) => state)
    expect(requests.map(({ name }) => name)).toEqual(['a.xml', 'b.xml'])
    expect(states()).toEqual(['uploading', 'uploading', 'waiting', 'waiting', 'waiting'])

    await requests[1]?.refuse('The report ends in the middle.')
    expect(requests.map(({ name }) => name)).toEqual(['a.xml', 'b.xml', 'c.json'])
    expect(states()).toEqual(['uploading', 'failed', 'uploading', 'waiting', 'waiting'])

    for (const index of [0, 2, 3, 4]) await requests[index]?.answer(run)
    expect(states()).toEqual(['done', 'failed', 'done', 'done', 'done'])
    expect(store.uploads[1]?.message).toContain('The report ends in the middle.')
    expect(store.uploads[0]?.summary).toBe('3 tests, 1 failed')
  })

  it('that are no reports can be attached; a torn one or a huge one can not', async () => {
    const { requests, client } = startServer()
    const store = useReportUploadsStore()
    const huge = new File([new Uint8Array(mostFileBytes + 1)], 'huge.json')
    store.upload(client, environment, [file('torn.xml'), file('settings.json'), huge])
    await requests[0]?.refuse('The report ends in the middle.')
    await requests[1]?.refuse('No report.', 'report-not-recognised')
    await requests[2]?.refuse('No report.', 'report-not-recognised')
    expect(store.uploads.map(({ state, attachable }) => [state, attachable?.name])).toEqual([['failed', undefined], ['failed', 'settings.json'], ['failed', undefined]])
  })

  it('that came in go off the list together, and what failed stays', async () => {
    const { requests, client } = startServer()
    const store = useReportUploadsStore()
    store.upload(client, environment, ['a.xml', 'b.xml', 'c.xml'].map(file))
    await requests[0]?.answer(run)
    await requests[1]?.refuse('No report.')
    await requests[2]?.answer(run)
    store.dismissDone()
    expect(store.uploads.map(({ name }) => name)).toEqual(['b.xml'])
    store.dismiss(0)
    expect(store.uploads).toEqual([])
  })
})
