import { z } from 'zod'
import type { GatedTool } from '#layers/northlight/server/agent/tools/define-tool.ts'
import type { FakeGithub } from './fake-github.ts'
import type { ServerClient } from './start-test-server.ts'

const githubThread = { key: 'acme/shop#1', path: '/acme/shop/issues/1' }

/** What a server needs to be let to a GitHub at a loopback address. */
export const githubVariables = { NORTHLIGHT_PRIVATE_ADDRESSES: '127.0.0.1' }

/** A tool whose calls comment on one issue of that GitHub, once they are let through. */
export function createPostTool(apiUrl: string): GatedTool {
  const input = z.object({ text: z.string() })
  return {
    name: 'post', description: 'Comments on the issue.', manner: 'user-facing', actionKind: 'issue_comment', input,
    toAction: async (call) => ({
      kind: 'issue_comment', target: { kind: 'issue', key: githubThread.key, url: `${apiUrl}${githubThread.path}`, title: null }, body: input.parse(call),
    }),
  }
}

/** Gives the organisation a connection to it, with the issue there. */
export async function connectGithub(server: ServerClient, github: FakeGithub): Promise<void> {
  github.addThread(githubThread.key, { isPullRequest: false })
  const response = await server.send('POST', '/api/connections', { kind: 'github', name: 'GitHub', url: github.apiUrl, secret: 'ghp_0123456789abcdef0123456789abcdef0123' })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
}
