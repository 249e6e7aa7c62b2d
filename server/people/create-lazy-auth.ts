import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import type { IdSource } from '#layers/northlight/server/utils/id-source.ts'
import type { Auth } from './create-auth.ts'
import { resolveSecret } from './resolve-secret.ts'

/**
 * Better Auth, loaded when it is first asked for, but where people sign in at once: loading it takes half a second, and
 * local mode needs it for making API keys only.
 *
 * @throws {StartError} as `resolveSecret` does
 */
export async function createLazyAuth({ environment, database, ids }: { environment: Environment, database: Database, ids: IdSource }): Promise<() => Promise<Auth>> {
  const secret = await resolveSecret(environment)
  const publicUrl = environment.NORTHLIGHT_URL ?? `http://${environment.HOST}:${environment.PORT}`
  let loading: Promise<Auth> | undefined
  const load = () => loading ??= import('./create-auth.ts').then(({ createAuth }) => createAuth({ database, ids, secret, publicUrl }))
  if (environment.NORTHLIGHT_AUTH === 'password') await load()
  return load
}
