import { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Action } from '#layers/northlight/shared/approvals/action.ts'
import { commentBodySchema } from '#layers/northlight/shared/approvals/kinds/comment-body.ts'
import { toTitleLine } from '#layers/northlight/shared/chats/to-title-line.ts'
import { chooseGithubConnection } from '#layers/northlight/server/connections/choose-github-connection.ts'
import { parseGithubKey, toGithubKey, toGithubSite, toGithubThreadUrl } from '#layers/northlight/server/connections/github-address.ts'
import type { GithubPlace } from '#layers/northlight/server/connections/github-address.ts'
import { openConnection } from '#layers/northlight/server/connections/open-connection.ts'
import { openGithub } from '#layers/northlight/server/connections/open-github.ts'
import { findConnections } from '#layers/northlight/server/store/connection-store.ts'
import type { SealedConnection } from '#layers/northlight/server/store/connection-store.ts'
import type { ToolContext } from './define-tool.ts'

export const commentInputSchema = z.object({
  repository: z.string().describe('Its owner and name, as acme/shop.'),
  number: z.int().min(1).describe('The number behind the #.'),
  text: z.string().min(1).max(65_000).describe('The whole comment, in Markdown.'),
})

type CommentInput = z.infer<typeof commentInputSchema>

/** A title that takes longer is not worth its wait. In milliseconds. */
const titleMs = 3_000

/**
 * The comment that a call asks for, on the thread as the connection's GitHub has it.
 *
 * @throws {NorthlightError} `connection-missing`, `request-invalid`
 */
export async function toCommentAction({ repository, number, text }: CommentInput, isPullRequest: boolean, context: ToolContext): Promise<Action> {
  const place = parseGithubKey(`${repository}#${number}`)
  if (!place) throw new NorthlightError('request-invalid', { message: `${JSON.stringify(repository)} is no repository: give its owner and name, as acme/shop.` })
  const connection = chooseGithubConnection(await findConnections(context.database.prisma, context.principal.organizationId, 'github'), place)
  if (!connection) throw new NorthlightError('connection-missing', { message: 'There is no connection to GitHub. An owner or an admin makes one under Settings, Connections.' })
  return {
    kind: isPullRequest ? 'pr_comment' : 'issue_comment',
    target: {
      kind: isPullRequest ? 'pull_request' : 'issue',
      key: toGithubKey(place),
      url: toGithubThreadUrl(toGithubSite(connection.url), place, isPullRequest),
      title: await findTitle(connection, place, context),
    },
    body: commentBodySchema.parse({ text }),
  }
}

const titleSchema = z.object({ title: z.string() })

/** Best effort: without it, an ask shows the number alone. */
async function findTitle(connection: SealedConnection, { owner, repository, number }: GithubPlace, context: ToolContext): Promise<string | null> {
  try {
    const github = await openGithub(await openConnection(context, connection), context.environment, AbortSignal.any([context.signal, AbortSignal.timeout(titleMs)]))
    const { data } = await github.rest.issues.get({ owner, repo: repository, issue_number: number })
    return toTitleLine(titleSchema.parse(data).title) || null
  }
  catch {
    context.signal.throwIfAborted()
    return null
  }
}
