import { useRouter } from '#imports'
import { toSignInPath } from '#layers/northlight/shared/people/parse-next-path.ts'
import { useSessionStore } from '#layers/northlight/stores/session.ts'

/**
 * What a page does when the server no longer knows who asks: it goes where one signs in, and comes back. What was being
 * written is kept in the tab. Pages of a host stay where they are; so do frames, in which nobody signs in.
 */
export function useSignInAgain(): () => void {
  const session = useSessionStore()
  const router = useRouter()
  return () => {
    const { meta, fullPath } = router.currentRoute.value
    if (import.meta.server || !session.hasSignIn || meta.needsPerson !== true) return
    if (window.self !== window.top) session.forget()
    else window.location.replace(toSignInPath(fullPath, { hasEnded: true }))
  }
}
