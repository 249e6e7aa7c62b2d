import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ActionFailure } from '#layers/northlight/server/approvals/executors/executor.ts'
import type { ExecutionContext, ExecutionOrder } from '#layers/northlight/server/approvals/executors/executor.ts'
import { githubCommentExecutor } from '#layers/northlight/server/approvals/executors/github-comment.ts'
import { startFakeGithub } from '#layers/northlight/tests/support/fake-github.ts'
import type { FakeFault, FakeGithub } from '#layers/northlight/tests/support/fake-github.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const token = 'ghp_0123456789abcdef0123456789abcdef0123'
const marker = '0b6f1c2d-1111-4222-8333-444455556666'

describe.each(testDatabases)('comments on GitHub, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  let github: FakeGithub
  let server: TestServer
  let context: ExecutionContext
  beforeEach(async () => {
    github = await startFakeGithub()
    github.addThread('acme/shop#12')
    github.addThread('acme/shop#13', { isPullRequest: false })
    server = await servers.start({}, { NORTHLIGHT_PRIVATE_ADDRESSES: '127.0.0.1' })
    context = { ...server.services, signal: new AbortController().signal }
    await connect()
  })
  afterEach(() => github.close())

  const connect = async (more: object = {}) => {
    const response = await server.send('POST', '/api/connections', { kind: 'github', name: 'GitHub', url: github.apiUrl, secret: token, ...more })
    expect(response.status).toBe(201)
  }
  const toOrder = (more: Partial<ExecutionOrder> = {}): ExecutionOrder => ({
    approvalId: 'approval-1', organizationId: server.services.localPrincipal.organizationId, createdBy: 'local-user', askedAt: new Date(8.64e15), kind: 'pr_comment',
    target: { kind: 'pull_request', key: 'acme/shop#12', url: `${github.apiUrl}/acme/shop/pull/12`, title: null }, body: { text: 'Looks *good*.' }, marker, ...more,
  })
  const toIssueOrder = (number: number) => toOrder({ kind: 'issue_comment', target: { kind: 'issue', key: `acme/shop#${number}`, url: `${github.apiUrl}/acme/shop/issues/${number}`, title: null } })
  const posts = () => github.calls.filter(({ method }) => method === 'POST')

  it('posts exactly what was approved, with the marker behind it, once', async () => {
    expect(await githubCommentExecutor.check(toOrder(), context)).toBeUndefined()
    const result = await githubCommentExecutor.run(toOrder(), context)
    expect(github.comments).toEqual([{ id: 1_000, key: 'acme/shop#12', userId: github.selfId, body: `Looks *good*.\n\n<!-- northlight:${marker} -->` }])
    // Where it can be read is made of what was shown, not of what the answer says.
    const url = `${github.apiUrl}/acme/shop/pull/12#issuecomment-1000`
    expect(result).toEqual({ note: 'Commented on acme/shop#12', url, outcome: { commented: true, on: 'acme/shop#12', url } })
    expect(posts()).toEqual([{ method: 'POST', path: '/repos/acme/shop/issues/12/comments', authorization: `token ${token}` }])
  })

  it('comments on an issue', async () => {
    expect(await githubCommentExecutor.check(toIssueOrder(13), context)).toBeUndefined()
    expect((await githubCommentExecutor.run(toIssueOrder(13), context)).note).toBe('Commented on acme/shop#13')
  })

  it('says what is not as it should be, before anything is done', async () => {
    github.addThread('acme/shop#14', { state: 'closed' })
    github.addThread('acme/shop#15', { isLocked: true })
    const pull = (number: number) => toOrder({ target: { kind: 'pull_request', key: `acme/shop#${number}`, url: `${github.apiUrl}/acme/shop/pull/${number}`, title: null } })
    expect(await githubCommentExecutor.check(pull(13), context)).toBe('acme/shop#13 is an issue, not a pull request')
    expect(await githubCommentExecutor.check(pull(14), context)).toBe('acme/shop#14 is closed')
    expect(await githubCommentExecutor.check(pull(15), context)).toBe('acme/shop#15 is locked')
    expect(await githubCommentExecutor.check(pull(99), context)).toBe('acme/shop#99 is not there, or the connection may not see it')
    expect(await githubCommentExecutor.check(toIssueOrder(12), context)).toBe('acme/shop#12 is a pull request, not an issue')
    expect(github.comments).toEqual([])
  })

  it.each<[FakeFault, string]>([
    ['rate limit', 'GitHub takes no more for now: the connection\'s rate limit is used up.'],
    ['secondary limit', 'GitHub takes no more for now: the connection\'s rate limit is used up.'],
    ['refuses', 'GitHub refused it (422): Validation Failed'],
    ['no token', 'GitHub does not take the connection\'s token any more.'],
    ['moved', 'GitHub answers that this has moved to another address.'],
  ])('is certain that nothing was done: %s', async (fault, words) => {
    github.setFault(fault)
    await expect(githubCommentExecutor.run(toOrder(), context)).rejects.toThrow(new ActionFailure(words))
    expect([github.comments.length, posts().length]).toEqual([0, 1])
  })

  it('is certain of it where GitHub can\'t be reached', async () => {
    const order = toOrder()
    await github.close()
    await expect(githubCommentExecutor.run(order, context)).rejects.toThrow(new ActionFailure('GitHub could not be reached: it refuses connections.'))
    await expect(githubCommentExecutor.check(order, context)).rejects.toThrow(ActionFailure)
  })

  it.each<FakeFault>(['hangs up after', 'answers 502 after', 'answers what is no JSON after', 'never answers after'])('finds by its marker what nobody knows the end of: %s', async (fault) => {
    github.setFault(fault)
    const signal = fault === 'never answers after' ? AbortSignal.timeout(300) : context.signal
    const failure = await githubCommentExecutor.run(toOrder(), { ...context, signal }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(ActionFailure)
    expect(posts()).toHaveLength(1)
    expect(await githubCommentExecutor.find?.(toOrder(), context)).toMatchObject({ note: 'Commented on acme/shop#12', url: expect.stringContaining('#issuecomment-1000') })
  })

  it('finds nothing where nothing was done', async () => {
    github.setFault('hangs up before')
    await expect(githubCommentExecutor.run(toOrder(), context)).rejects.not.toBeInstanceOf(ActionFailure)
    expect(await githubCommentExecutor.find?.(toOrder(), context)).toBeUndefined()
  })

  it('finds its own comment alone: nobody else\'s, none that only quotes the marker, and far back in a long thread', async () => {
    const mark = `<!-- northlight:${marker} -->`
    const add = (body: string, userId = github.selfId) => github.comments.push({ id: 1_000 + github.comments.length, key: 'acme/shop#12', body, userId })
    add(`Mine.\n\n${mark}`)
    for (let index = 0; index < 250; index++) add(`Comment ${index}`)
    add(`Somebody else's.\n\n${mark}`, 99)
    add(`What is ${mark} for?`)
    expect(await githubCommentExecutor.find?.(toOrder(), context)).toMatchObject({ url: expect.stringMatching(/#issuecomment-1000$/) })
    expect(github.calls.filter(({ path }) => path.endsWith('/comments'))).toHaveLength(3)
    github.setIsApp(true)
    expect(await githubCommentExecutor.find?.(toOrder(), context)).toMatchObject({ url: expect.stringMatching(/#issuecomment-1251$/) })
  })

  it('goes nowhere else than was shown', async () => {
    const order = toOrder()
    for (const target of [
      { ...order.target, url: `${github.apiUrl}/acme/other/pull/12` }, { ...order.target, url: null }, { ...order.target, key: 'acme/../x#12' }, { ...order.target, key: 'acme/..#12' }, { ...order.target, key: 'acme/shop' },
    ]) {
      await expect(githubCommentExecutor.run({ ...order, target }, context)).rejects.toThrow(ActionFailure)
    }
    await servers.database.prisma.connection.deleteMany()
    await expect(githubCommentExecutor.run(order, context)).rejects.toThrow(new ActionFailure('The connection to GitHub that was there when it was asked for is gone.'))
    expect(posts()).toEqual([])
  })

  it('goes by the connection that is named as the repository or its owner', async () => {
    await connect({ name: 'ACME', secret: 'ghp_of-acme' })
    await githubCommentExecutor.run(toOrder(), context)
    await connect({ name: 'acme/shop', secret: 'ghp_of-the-shop' })
    await githubCommentExecutor.run(toOrder(), context)
    expect(posts().map(({ authorization }) => authorization)).toEqual(['token ghp_of-acme', 'token ghp_of-the-shop'])
  })

  it('says what is wrong where a secret can\'t be opened any more', async () => {
    const elsewhere = await servers.start({}, { NORTHLIGHT_PRIVATE_ADDRESSES: '127.0.0.1', NORTHLIGHT_SECRET: 'another secret than the one before it' })
    await expect(githubCommentExecutor.run(toOrder(), { ...elsewhere.services, signal: context.signal })).rejects.toThrow(
      new ActionFailure('The secret of the connection GitHub can\'t be opened: it was sealed with another NORTHLIGHT_SECRET.'),
    )
    expect(posts()).toEqual([])
  })

  it('keeps the token out of what is said from then on', async () => {
    const { secrets } = (await servers.start({}, { NORTHLIGHT_PRIVATE_ADDRESSES: '127.0.0.1' })).services
    expect(secrets.maskContent(token)).toBe(token)
    await githubCommentExecutor.run(toOrder(), { ...context, secrets })
    expect([secrets.maskContent({ a: token }), secrets.maskReport(token)]).toEqual([{ a: '[key]' }, '[key]'])
  })
})
