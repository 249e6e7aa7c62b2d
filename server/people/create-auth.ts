import { apiKey } from '@better-auth/api-key'
import { betterAuth } from 'better-auth'
import { organization } from 'better-auth/plugins/organization'
import { longestPassword, shortestPassword } from '#layers/northlight/shared/people/password-limits.ts'
import { createAuthAdapter } from '#layers/northlight/server/store/create-auth-adapter.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { IdSource } from '#layers/northlight/server/utils/id-source.ts'
import { apiKeyPrefix, apiKeyStartLength } from './api-key-form.ts'
import { sessionEndpoints } from './session-endpoints.ts'

export interface AuthOptions {
  database: Database
  ids: IdSource
  /** Signs the cookies. */
  secret: string
  /** What people open: where it is https, cookies are `Secure`, and this host's alone. */
  publicUrl: string
}

export type Auth = ReturnType<typeof createAuth>

/** A sign-in lasts this long and is not prolonged, so that reading writes nothing. In seconds. */
const sessionSeconds = 30 * 24 * 60 * 60

/**
 * Better Auth without its routes: passwords, sessions with their cookie, and API keys. Ours call it in process
 * (docs/decisions/2026-11-30-own-routes-over-better-auth.md).
 */
export function createAuth({ database, ids, secret, publicUrl }: AuthOptions) {
  const isSecure = publicUrl.startsWith('https://')
  return betterAuth({
    baseURL: publicUrl,
    secret,
    database: createAuthAdapter(database),
    telemetry: { enabled: false },
    // It would print the reason of each refused sign-in.
    logger: { disabled: true },
    // Limits are ours, one table for all routes.
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true, minPasswordLength: shortestPassword, maxPasswordLength: longestPassword },
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true, cookieCache: { enabled: false } },
    advanced: {
      database: { generateId: () => ids() },
      // Better Auth's own prefix, `__Secure-`, would let a page of a neighbouring subdomain put its cookie in front of ours.
      useSecureCookies: false,
      cookiePrefix: isSecure ? '__Host-northlight' : 'northlight',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' },
      ipAddress: { disableIpTracking: true },
    },
    plugins: [
      organization(),
      apiKey({
        defaultPrefix: apiKeyPrefix,
        enableMetadata: true,
        maximumNameLength: 100,
        rateLimit: { enabled: false },
        startingCharactersConfig: { shouldStore: true, charactersLength: apiKeyStartLength },
      }),
      sessionEndpoints(),
    ],
  })
}
