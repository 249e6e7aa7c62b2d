import { defineStore } from 'pinia'
import { ref } from 'vue'
import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { resolveDetailLevel } from '#layers/northlight/shared/settings/resolve-detail-level.ts'

const path = '/api/settings/chat'
const channelName = 'northlight-detail-level'

/** The saved preference: what a person chose for every surface that no host forces a level on. */
export const useDetailLevelStore = defineStore('detailLevel', () => {
  /** Undefined until it is read. */
  const saved = ref<DetailLevel>()
  const saveError = ref<string>()
  /** What the server is known to hold: where a failed save goes back to. */
  let confirmed: DetailLevel | undefined
  let loading: Promise<void> | undefined
  let saving: Promise<void> = Promise.resolve()
  let changes = 0
  let channel: BroadcastChannel | undefined

  function take(value: unknown) {
    confirmed = resolveDetailLevel({ saved: isSettings(value) ? value.detailLevel : undefined })
    saved.value = confirmed
  }

  /** Reads the preference once for all surfaces of a page; a failed read stays at the default and is tried again at the next call. */
  function load(client: ChatClient): Promise<void> {
    if (saved.value !== undefined) return Promise.resolve()
    return loading ??= client.json(path).then(take).catch(() => {}).finally(() => {
      loading = undefined
    })
  }

  /** Shows the new level at once and saves it; quick changes go out in order, and the last one stands. */
  function save(client: ChatClient, level: DetailLevel): Promise<void> {
    confirmed ??= saved.value
    const change = ++changes
    saved.value = level
    saveError.value = undefined
    const isNewest = () => change === changes
    saving = saving.then(async () => {
      if (!isNewest()) return
      try {
        await client.json(path, toJsonRequest('PATCH', { detailLevel: level }))
        confirmed = level
        channel?.postMessage(level)
      }
      catch (error) {
        if (!isNewest()) return
        saved.value = confirmed
        saveError.value = `The level was not saved. ${error instanceof Error ? error.message : ''}`.trim()
      }
    })
    return saving
  }

  /** Keeps this tab in step with the others, until the returned function is called. */
  function follow(): () => void {
    const own = new BroadcastChannel(channelName)
    channel = own
    own.onmessage = ({ data }) => take({ detailLevel: data })
    return () => {
      own.close()
      if (channel === own) channel = undefined
    }
  }

  return { saved, saveError, load, save, follow }
})

function isSettings(value: unknown): value is { detailLevel: unknown } {
  return typeof value === 'object' && value !== null && 'detailLevel' in value
}
