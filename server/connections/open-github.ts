import type { Octokit } from '@octokit/rest'
import { toOutwardFetch } from '#layers/northlight/server/outward/to-outward-fetch.ts'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import type { OpenConnection } from './open-connection.ts'

/** A page of comments holds up to a hundred, each as long as GitHub takes. */
const mostBytes = 20_000_000

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** GitHub's own client on a connection: asks once, follows no redirect, and reaches nothing private. Loaded when it is needed. */
export async function openGithub({ url, secret }: Pick<OpenConnection, 'url' | 'secret'>, { NORTHLIGHT_PRIVATE_ADDRESSES: privateAddresses }: Environment, signal: AbortSignal): Promise<Octokit> {
  const { Octokit } = await import('@octokit/rest')
  return new Octokit({
    auth: secret,
    baseUrl: url.replace(/\/+$/, ''),
    userAgent: 'Northlight',
    log: quiet,
    request: { fetch: toOutwardFetch({ privateAddresses, mostBytes }), signal },
  })
}
