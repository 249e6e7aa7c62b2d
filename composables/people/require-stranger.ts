import { navigateTo, useNuxtApp } from '#imports'
import type { RouteLocationNormalized } from 'vue-router'
import { parseNextPath } from '#layers/northlight/shared/people/parse-next-path.ts'
import { loadSession } from './load-session.ts'

/** Before the page where one signs in: who has done so goes on, and where nobody can, there is nothing to do on it. */
export async function requireStranger(to: RouteLocationNormalized) {
  const app = useNuxtApp()
  const session = await loadSession()
  if (session.isGated) return session.state?.isUnclaimed ? app.runWithContext(() => navigateTo('/sign-up')) : undefined
  return app.runWithContext(() => navigateTo(parseNextPath(to.query.next)))
}
