import type { Octokit } from '@octokit/rest'
import { z } from 'zod'

interface Thread {
  owner: string
  repo: string
  issue_number: number
}

const commentsSchema = z.array(z.object({ id: z.int().positive(), body: z.string().nullish(), user: z.object({ id: z.number() }).nullish() }))
const userSchema = z.object({ id: z.number() })

const pageSize = 100
/** A marker that is not among so many of the newest comments is taken to be missing. */
const mostPages = 20

/** A comment as it is posted: what was approved, and our marker, which GitHub does not show. */
export function toMarkedText(text: string, marker: string): string {
  return `${text}\n\n${toMark(marker)}`
}

function toMark(marker: string): string {
  return `<!-- northlight:${marker} -->`
}

/** The id of our own comment that ends with the marker, the newest first; undefined: there is none. */
export async function findMarkedComment(github: Octokit, thread: Thread, marker: string): Promise<number | undefined> {
  const self = await findSelf(github)
  const first = await listPage(github, thread, 1)
  const lastPage = Math.max(1, first.lastPage)
  for (let page = lastPage; page >= 1 && page > lastPage - mostPages; page--) {
    const { comments } = page === 1 ? first : await listPage(github, thread, page)
    const found = comments.findLast(({ body, user }) => body?.trimEnd().endsWith(toMark(marker)) && (self === undefined || user?.id === self))
    if (found) return found.id
  }
  return undefined
}

/** Whose comments ours are. An app's token can't ask that: there the marker, which nobody knows before it is posted, is enough. */
async function findSelf(github: Octokit): Promise<number | undefined> {
  try {
    return userSchema.parse((await github.rest.users.getAuthenticated()).data).id
  }
  catch (error) {
    if (error instanceof Error && 'status' in error && (error.status === 403 || error.status === 404)) return undefined
    throw error
  }
}

/** GitHub lists a thread's comments the oldest first, and says in `link` which page is the last. */
async function listPage(github: Octokit, thread: Thread, page: number) {
  const { data, headers } = await github.rest.issues.listComments({ ...thread, per_page: pageSize, page })
  const last = /[?&]page=(\d+)[^>]*>; rel="last"/.exec(headers.link ?? '')?.[1]
  return { comments: commentsSchema.parse(data), lastPage: Number(last ?? page) }
}
