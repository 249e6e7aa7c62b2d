import { ref } from 'vue'
import { RequestFailure } from '#layers/northlight/shared/host/chat-client.ts'

/** Where a route's refusal names a field: `` `email`: is no e-mail address. `` */
const fieldRefusal = /^`(?<field>\w+)`: (?<what>.+)$/

/** One form's way to the server: one at a time, and in words why it failed, beside its field where the server names one. */
export function useSubmitting() {
  const isBusy = ref(false)
  const failure = ref<string>()
  const refused = ref<{ field: string, what: string }>()

  /** True when the work is done. */
  async function submit(work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy.value) return false
    isBusy.value = true
    failure.value = undefined
    refused.value = undefined
    try {
      await work()
      return true
    }
    catch (error) {
      if (!(error instanceof RequestFailure)) failure.value = 'The server answered, but not as expected. Try again.'
      else tell(error)
      return false
    }
    finally {
      isBusy.value = false
    }
  }

  function tell({ body: { message, fix } }: RequestFailure) {
    const { field, what } = fieldRefusal.exec(message)?.groups ?? {}
    if (field !== undefined && what !== undefined) refused.value = { field, what }
    else failure.value = [message, fix].filter(Boolean).join(' ')
  }

  return { isBusy, failure, refused, submit }
}
