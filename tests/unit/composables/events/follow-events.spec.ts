// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followEvents } from '#layers/northlight/composables/events/follow-events.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'

/** Follows a server that answers with this status only, for as long; gives how often it was asked. */
async function countAsked(status: number, seconds: number): Promise<number> {
  let asked = 0
  const client = createChatClient({}, (async () => {
    asked += 1
    return Response.json({ code: 'refused', message: 'No.' }, { status })
  }) as typeof fetch)
  const controller = new AbortController()
  const following = followEvents(client, { isBehind: false, signal: controller.signal, onEvent: () => expect.unreachable() })
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  controller.abort()
  await following
  return asked
}

describe('the events of a server that tells nothing', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    // The longest waits.
    vi.spyOn(Math, 'random').mockReturnValue(1)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it.each([401, 403])('are asked for at most twice a minute after a %i', async (status) => {
    expect(await countAsked(status, 59)).toBe(2)
  })

  it('are asked for again soon after a 503', async () => {
    expect(await countAsked(503, 59)).toBeGreaterThan(5)
  })
})
