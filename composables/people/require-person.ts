import { navigateTo, useNuxtApp, useRequestHeader } from '#imports'
import type { RouteLocationNormalized } from 'vue-router'
import { toSignInPath } from '#layers/northlight/shared/people/parse-next-path.ts'
import { loadSession } from './load-session.ts'

/**
 * Before one of our pages is shown: without a person it is the page where one signs in. A convenience: what may be read
 * is decided by the routes. In a frame, in which nobody signs in, a page made for frames says itself what is missing.
 */
export async function requirePerson(to: RouteLocationNormalized) {
  const app = useNuxtApp()
  const isFramed = import.meta.server ? useRequestHeader('sec-fetch-dest') === 'iframe' : window.self !== window.top
  const session = await loadSession()
  if (!session.isGated || (to.meta.staysInFrame === true && isFramed)) return undefined
  return app.runWithContext(() => navigateTo(toSignInPath(to.fullPath), { redirectCode: 302 }))
}
