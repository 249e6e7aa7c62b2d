import { createPinia, setActivePinia } from 'pinia'
import type { Pinia } from 'pinia'
import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import { useSessionStore } from '#layers/northlight/stores/session.ts'

/** What the server says where nobody signs in. */
export const localSession: SessionState = { mode: 'local', isUnclaimed: true, person: null, organization: null, organizations: [] }

/** What the server says to somebody who has signed in. */
export function toSession(personId: string, organizationId = 'north'): SessionState {
  const organization = { id: organizationId, name: `Organisation ${organizationId}`, role: 'owner' as const }
  return { mode: 'password', isUnclaimed: false, person: { id: personId, name: `Person ${personId}`, email: `${personId}@example.com` }, organization, organizations: [organization] }
}

/** The stores of a new page that knows whose it is. */
export function openPage(state: SessionState = localSession): Pinia {
  const pinia = createPinia()
  setActivePinia(pinia)
  useSessionStore().state = state
  return pinia
}
