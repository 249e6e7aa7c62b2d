import { defineStore } from 'pinia'
import { z } from 'zod/mini'
import type { PlaceAnchor } from '#layers/northlight/shared/scrolling/transcript-place.ts'
import { useSessionStore } from './session.ts'
import { keepInTab, readFromTab } from './tab-storage.ts'

/** Where a reader left one chat. */
export interface ReadingPlace {
  /** Under which this tab keeps it; undefined where it keeps none. */
  readonly name: string | undefined
  /** Undefined: at its end, or never here. */
  load(): readonly PlaceAnchor[] | undefined
  save(anchors: readonly PlaceAnchor[] | undefined): void
}

const anchorsSchema = z.array(z.object({ key: z.string(), top: z.number(), visible: z.boolean() }))

/** More than are ever on screen tell nothing new. */
const mostAnchors = 30

/** A reader's places by chat, in this tab: found again when one comes back, after a reload too. */
export const useReadingPlacesStore = defineStore('readingPlaces', () => {
  const session = useSessionStore()
  const places = new Map<string, readonly PlaceAnchor[] | undefined>()

  function ofChat(id: string): ReadingPlace {
    const toName = () => session.toKeptName(`place-${id}`)
    return {
      get name() {
        return toName()
      },
      load: () => places.has(id) ? places.get(id) : readFromTab(toName(), anchorsSchema),
      save(anchors) {
        const kept = anchors?.slice(0, mostAnchors)
        places.set(id, kept)
        keepInTab(toName(), kept)
      },
    }
  }

  return { ofChat }
})
