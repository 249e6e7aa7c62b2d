import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'

/** As many chunks as are kept that came before those between; more come from rows. */
const mostKept = 10_000

/** Puts a turn's events together for readers on this server, from rows, which are true, and from what comes sooner. */
export interface FollowedEvents {
  /** How many are known to be stored. */
  readonly stored: number
  /** What came at once, with gaps and doubles as it may be. */
  takeSooner(events: readonly TurnEvent[]): void
  /** The stored events after `stored`, in order. False: they are not what was shown. */
  takeStored(events: readonly TurnEvent[]): boolean
  /** Whether all that was shown is stored, up to an end. */
  isWhole(): boolean
}

export function followEvents(live: LiveTurn): FollowedEvents {
  const sooner = new Map<number, TurnEvent>()
  let stored = 0

  function showSooner() {
    for (let next = sooner.get(live.events.length + 1); next; next = sooner.get(live.events.length + 1)) {
      sooner.delete(next.seq)
      live.append(next.chunk)
    }
  }

  return {
    get stored() {
      return stored
    },
    takeSooner(events) {
      for (const event of events) {
        if (event.seq > live.events.length && sooner.size < mostKept) sooner.set(event.seq, event)
      }
      showSooner()
    },
    takeStored(events) {
      for (const event of events) {
        const shown = live.events[event.seq - 1]
        if (event.seq !== stored + 1 || (shown && JSON.stringify(shown.chunk) !== JSON.stringify(event.chunk))) return false
        if (!shown) live.append(event.chunk)
        sooner.delete(event.seq)
        stored = event.seq
      }
      showSooner()
      return true
    },
    isWhole: () => stored === live.events.length && live.events.at(-1)?.chunk.type === 'finish',
  }
}
