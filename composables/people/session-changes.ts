import { z } from 'zod/mini'
import { forgetInTab } from '#layers/northlight/stores/tab-storage.ts'

const channelName = 'northlight-session'

/** `signedOut`: the person who left, so that nothing of theirs stays in any tab. */
const changeSchema = z.object({ signedOut: z.optional(z.string()) })

export type SessionChange = z.infer<typeof changeSchema>

/** What is kept of whoever signed out goes, here and in every other tab, which begin anew. */
export function announceSessionChange(change: SessionChange): void {
  forgetLeft(change)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(change)
  channel.close()
}

/** Calls back whenever a tab of this browser, this one too, has changed who is signed in. Returns what ends it. */
export function followSessionChanges(onChange: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    forgetLeft(changeSchema.safeParse(data).data ?? {})
    onChange()
  }
  return () => channel.close()
}

/** `stores/session.ts` names what is kept. */
function forgetLeft({ signedOut }: SessionChange): void {
  if (signedOut !== undefined) forgetInTab(`northlight-of/${signedOut}/`)
}
