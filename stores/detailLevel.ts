import { defineStore } from 'pinia'
import { ref } from 'vue'
import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { createNewestOnlyQueue } from '#layers/northlight/shared/settings/newest-only-queue.ts'
import { resolveDetailLevel } from '#layers/northlight/shared/settings/resolve-detail-level.ts'

const path = '/api/settings/chat'

/** The saved preference: what a person chose for every surface that no host forces a level on. */
export const useDetailLevelStore = defineStore('detailLevel', () => {
  /** Undefined until it is read. */
  const saved = ref<DetailLevel>()
  const saveError = ref<string>()
  const loadError = ref<string>()
  const changes = createNewestOnlyQueue()
  /** What the server is known to hold: where a failed save goes back to. */
  let confirmed: DetailLevel | undefined
  let loading: Promise<void> | undefined
  const reads = createNewestOnlyQueue()

  /** What the server holds, as read; a change of our own that is under way comes after it. */
  function take(value: unknown) {
    confirmed = resolveDetailLevel({ saved: isSettings(value) ? value.detailLevel : undefined })
    if (!changes.isPending()) saved.value = confirmed
  }

  /** Reads the preference once for all surfaces of a page; a failed read stays at the default and is tried again at the next call. */
  function load(client: ChatClient): Promise<void> {
    if (saved.value !== undefined) return Promise.resolve()
    loadError.value = undefined
    return loading ??= client.json(path).then(take).catch((error: unknown) => {
      loadError.value = toWords('The level could not be read.', error)
    }).finally(() => {
      loading = undefined
    })
  }

  /** Shows the new level at once and saves it; quick changes go out in order, and the last one stands. */
  async function save(client: ChatClient, level: DetailLevel): Promise<void> {
    confirmed ??= saved.value
    saved.value = level
    saveError.value = undefined
    await changes.add(async (isNewest) => {
      try {
        await client.json(path, toJsonRequest('PATCH', { detailLevel: level }))
        confirmed = level
      }
      catch (error) {
        if (isNewest()) saveError.value = toWords('The level was not saved.', error)
      }
    })
    if (!changes.isPending()) saved.value = confirmed
  }

  /** Reads the preference again, since it changed somewhere; one that can't be read stays as it was. */
  function reload(client: ChatClient): Promise<void> {
    return reads.add(async () => {
      await client.json(path).then(take).catch(() => {})
    })
  }

  return { saved, saveError, loadError, load, reload, save }
})

function isSettings(value: unknown): value is { detailLevel: unknown } {
  return typeof value === 'object' && value !== null && 'detailLevel' in value
}

function toWords(what: string, error: unknown): string {
  return error instanceof Error ? `${what} ${error.message}` : what
}
