import { navigateTo, useNuxtApp } from '#imports'
import type { RouteLocationNormalized } from 'vue-router'
import { loadSession } from './load-session.ts'

/** Before the page where one signs up: it takes an invitation, or to be the first of all. */
export async function requireNewcomer(to: RouteLocationNormalized) {
  const app = useNuxtApp()
  const session = await loadSession()
  const isWelcome = session.hasSignIn && (to.query.invitation !== undefined || session.state?.isUnclaimed)
  return isWelcome ? undefined : app.runWithContext(() => navigateTo(session.isGated ? '/sign-in' : '/'))
}
