import { defineStore } from 'pinia'
import { z } from 'zod/mini'
import type { PlaceAnchor } from '#layers/northlight/shared/scrolling/transcript-place.ts'

/** Where a reader left one chat. */
export interface ReadingPlace {
  /** Undefined: at its end, or never here. */
  load(): readonly PlaceAnchor[] | undefined
  save(anchors: readonly PlaceAnchor[] | undefined): void
}

const anchorsSchema = z.array(z.object({ key: z.string(), top: z.number(), visible: z.boolean() }))

/** More than are ever on screen tell nothing new. */
const mostAnchors = 30

/** A reader's places by chat, in this tab: found again when one comes back, after a reload too. */
export const useReadingPlacesStore = defineStore('readingPlaces', () => {
  const places = new Map<string, readonly PlaceAnchor[] | undefined>()

  function ofChat(id: string): ReadingPlace {
    const key = `northlight-place ${id}`
    return {
      load: () => places.has(id) ? places.get(id) : readStored(key),
      save(anchors) {
        const kept = anchors?.slice(0, mostAnchors)
        places.set(id, kept)
        writeStored(key, kept)
      },
    }
  }

  return { ofChat }
})

/** What is stored may be anything, and a frame may have no storage: then there is no place. */
function readStored(key: string): PlaceAnchor[] | undefined {
  try {
    return anchorsSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  }
  catch {
    return undefined
  }
}

function writeStored(key: string, anchors: readonly PlaceAnchor[] | undefined): void {
  try {
    if (anchors) sessionStorage.setItem(key, JSON.stringify(anchors))
    else sessionStorage.removeItem(key)
  }
  catch {
    // Full, or none: the place lasts as long as the page.
  }
}
