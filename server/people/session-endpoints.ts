import { createAuthEndpoint } from '@better-auth/core/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * What our own routes need of Better Auth beside its sign-in, as a plug-in of it: its cookie is read and written by its
 * own code. For calls inside the server only; none of them is a route.
 */
export function sessionEndpoints() {
  return {
    id: 'northlight-sessions',
    endpoints: {
      /** The token of a cookie that we signed. */
      readSessionToken: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (context) => {
        const token = await context.getSignedCookie(context.context.authCookies.sessionToken.name, context.context.secret)
        return { token: token || undefined }
      }),
      /** Signs a person in without a password: they have just signed up with it. */
      openSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true, body: z.object({ userId: z.string() }) }, async (context) => {
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(context.body.userId)
        if (!user) throw new Error('There is no such person.')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(context, { session, user })
        return { token: session.token }
      }),
      /** Has a browser forget its cookie. */
      closeSession: createAuthEndpoint.serverOnly({ method: 'POST' }, async (context) => {
        deleteSessionCookie(context)
        return {}
      }),
    },
  }
}
