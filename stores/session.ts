import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { sessionStateSchema } from '#layers/northlight/shared/people/session-state.ts'
import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

const path = '/api/session'

/** Whose the page is: read once with it. Who signs in or out gets a page of their own, so that nothing of an earlier person stays. */
export const useSessionStore = defineStore('session', () => {
  /** Undefined while it is not known. */
  const state = ref<SessionState>()
  /** This tab is on its way to another page, as somebody else: nothing of it is kept any more. */
  const isLeaving = ref(false)
  let loading: Promise<void> | undefined

  /** Reads it where it is not known yet; one that can't be read stays unknown, and is read at the next call. */
  function load(client: ChatClient): Promise<void> {
    if (state.value) return Promise.resolve()
    return loading ??= readSession(client).then((answer) => void (state.value = answer), () => {}).finally(() => {
      loading = undefined
    })
  }

  const hasSignIn = computed(() => state.value?.mode === 'password')
  /** Whether somebody must sign in before anything is shown. */
  const isGated = computed(() => hasSignIn.value && !state.value?.organization)
  const isManager = computed(() => ['owner', 'admin'].includes(state.value?.organization?.role ?? ''))

  /** The name under which this tab keeps something of this person's in this organisation; undefined while nobody is known. */
  function toKeptName(what: string): string | undefined {
    if (!state.value || isLeaving.value) return undefined
    if (state.value.mode === 'local') return `northlight-${what}`
    const { person, organization } = state.value
    return person && organization ? `northlight-of/${person.id}/${organization.id}/${what}` : undefined
  }

  /** Reads it again; false where the page is no longer this person's, in this organisation and role. */
  async function isStill(client: ChatClient): Promise<boolean> {
    const answer = await readSession(client)
    const isSame = toPlace(answer) === toPlace(state.value)
    if (isSame) state.value = answer
    return isSame
  }

  /** Nobody is signed in any more. */
  function forget() {
    if (state.value) state.value = { ...state.value, person: null, organization: null, organizations: [] }
  }

  return { state, isLeaving, hasSignIn, isGated, isManager, load, isStill, forget, toKeptName }
})

function toPlace(state: SessionState | undefined): string {
  return [state?.person?.id, state?.organization?.id, state?.organization?.role].join(' ')
}

async function readSession(client: ChatClient): Promise<SessionState> {
  return sessionStateSchema.parse(await client.json(path))
}
