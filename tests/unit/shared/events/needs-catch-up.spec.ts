import { describe, expect, it } from 'vitest'
import { needsCatchUp } from '#layers/northlight/shared/events/needs-catch-up.ts'
import type { FeedEvent } from '#layers/northlight/stores/chatEvents.ts'

const own = { chatId: 'shown', turnId: 'followed' }
const other = { chatId: 'shown', turnId: 'another' }
const elsewhere = { chatId: 'elsewhere', turnId: 'another' }

describe('needsCatchUp', () => {
  it.each<[FeedEvent, boolean]>([
    [{ type: 'resync' }, true],
    [{ type: 'settings-changed' }, false],
    [{ type: 'approval', id: 'approval-1', version: 1, state: 'pending', chatId: 'shown', leadChatId: null, request: null }, false],
    [{ type: 'turn-started', ...own }, false],
    [{ type: 'turn-started', ...other }, true],
    [{ type: 'turn-started', ...elsewhere }, false],
    [{ type: 'turn-ended', ...own, outcome: 'done' }, false],
    [{ type: 'turn-ended', ...other, outcome: 'stopped' }, true],
    [{ type: 'turn-ended', ...elsewhere, outcome: 'done' }, false],
    [{ type: 'chat-changed', chatId: 'shown' }, true],
    [{ type: 'chat-changed', chatId: 'elsewhere' }, false],
    [{ type: 'chat-deleted', chatId: 'shown' }, false],
  ])('%o: %s', (event, expected) => {
    expect(needsCatchUp(event, { id: 'shown', followedTurn: 'followed', isWaiting: false })).toBe(expected)
  })

  it.each<[FeedEvent, boolean]>([
    [{ type: 'turn-started', ...own }, true],
    [{ type: 'turn-started', ...elsewhere }, false],
    [{ type: 'turn-ended', ...own, outcome: 'waiting' }, false],
    [{ type: 'turn-ended', ...own, outcome: 'done' }, true],
    [{ type: 'turn-ended', ...own, outcome: 'stopped' }, true],
  ])('while the followed turn waits for a person, %o: %s', (event, expected) => {
    expect(needsCatchUp(event, { id: 'shown', followedTurn: 'followed', isWaiting: true })).toBe(expected)
  })
})
