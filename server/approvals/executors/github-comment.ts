import type { Octokit } from '@octokit/rest'
import { z } from 'zod'
import { commentBodySchema } from '#layers/northlight/shared/approvals/kinds/comment-body.ts'
import { prCommentKind } from '#layers/northlight/shared/approvals/kinds/pr-comment.ts'
import { issueCommentKind } from '#layers/northlight/shared/approvals/kinds/issue-comment.ts'
import { chooseGithubConnection } from '#layers/northlight/server/connections/choose-github-connection.ts'
import { parseGithubKey, toGithubSite, toGithubThreadUrl } from '#layers/northlight/server/connections/github-address.ts'
import type { GithubPlace } from '#layers/northlight/server/connections/github-address.ts'
import { openGithub } from '#layers/northlight/server/connections/open-github.ts'
import { ActionFailure } from './executor.ts'
import type { ExecutionContext, ExecutionOrder, ExecutionResult, Executor } from './executor.ts'
import { listAskedConnections } from './list-asked-connections.ts'
import { findMarkedComment, toMarkedText } from './marked-comment.ts'
import { openForOrder } from './open-for-order.ts'
import { requireNoRedirect, toGithubFailure } from './to-github-failure.ts'

const threadSchema = z.object({ state: z.string(), locked: z.boolean().optional(), pull_request: z.unknown().optional() })
const commentSchema = z.object({ id: z.int().positive() })

/** A comment on a pull request or an issue. The marker stands at its end, in an HTML comment. */
export const githubCommentExecutor: Executor = {
  kinds: [prCommentKind.kind, issueCommentKind.kind],
  async check(order, context) {
    const { github, thread, place } = await open(order, context)
    try {
      const answer = await github.rest.issues.get(thread)
      requireNoRedirect(answer)
      return explainState(order, threadSchema.parse(answer.data))
    }
    catch (error) {
      if (error instanceof ActionFailure) throw error
      if (isMissing(error)) return `${order.target.key} is not there, or the connection may not see it`
      // Nothing was done yet, whatever went wrong.
      throw toGithubFailure(error) ?? new ActionFailure(`GitHub gave no answer that can be read about ${place.owner}/${place.repository}.`, { cause: error })
    }
  },
  async run(order, context) {
    const { text } = commentBodySchema.parse(order.body)
    const { github, thread } = await open(order, context)
    try {
      const answer = await github.rest.issues.createComment({ ...thread, body: toMarkedText(text, order.marker) })
      requireNoRedirect(answer)
      return toResult(order, commentSchema.parse(answer.data).id)
    }
    catch (error) {
      throw toGithubFailure(error) ?? error
    }
  },
  async find(order, context) {
    const { github, thread } = await open(order, context)
    const id = await findMarkedComment(github, thread, order.marker)
    return id === undefined ? undefined : toResult(order, id)
  },
}

interface OpenThread {
  github: Octokit
  place: GithubPlace
  thread: { owner: string, repo: string, issue_number: number }
}

async function open(order: ExecutionOrder, context: ExecutionContext): Promise<OpenThread> {
  const place = parseGithubKey(order.target.key)
  if (!place) throw new ActionFailure('That names no pull request and no issue.')
  const connection = chooseGithubConnection(await listAskedConnections(order, context, 'github'), place)
  // Where it would go is what was shown, or it does not go.
  if (!connection) throw new ActionFailure('The connection to GitHub that was there when it was asked for is gone.')
  if (order.target.url !== toGithubThreadUrl(toGithubSite(connection.url), place, isForPullRequest(order))) {
    throw new ActionFailure('The connection to GitHub leads elsewhere by now.')
  }
  const github = await openGithub(await openForOrder(context, connection), context.environment, context.signal)
  return { github, place, thread: { owner: place.owner, repo: place.repository, issue_number: place.number } }
}

function isForPullRequest({ kind }: ExecutionOrder): boolean {
  return kind === prCommentKind.kind
}

function explainState(order: ExecutionOrder, { state, locked, pull_request: pullRequest }: z.infer<typeof threadSchema>): string | undefined {
  const { key } = order.target
  const isPullRequest = pullRequest !== undefined && pullRequest !== null
  if (isForPullRequest(order) && !isPullRequest) return `${key} is an issue, not a pull request`
  if (!isForPullRequest(order) && isPullRequest) return `${key} is a pull request, not an issue`
  if (state !== 'open') return `${key} is closed`
  return locked === true ? `${key} is locked` : undefined
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'status' in error && (error.status === 404 || error.status === 410)
}

function toResult({ target }: ExecutionOrder, id: number): ExecutionResult {
  const url = `${target.url}#issuecomment-${id}`
  return { note: `Commented on ${target.key}`, url, outcome: { commented: true, on: target.key, url } }
}
