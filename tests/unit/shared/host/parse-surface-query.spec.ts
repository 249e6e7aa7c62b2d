import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSurfaceQuery } from '#layers/northlight/shared/host/parse-surface-query.ts'

const chatId = '0198c0de-0000-7000-8000-000000000001'

describe('parseSurfaceQuery', () => {
  it('takes a chat\'s id, or nothing', () => {
    expect(parseSurfaceQuery({ chat: chatId })).toEqual({ chatId, refusal: undefined })
    expect(parseSurfaceQuery({})).toEqual({ chatId: undefined, refusal: undefined })
  })

  it('names what it does not take', () => {
    expect(parseSurfaceQuery({ chat: chatId, level: '4' }).refusal?.message).toContain('does not take: level.')
  })

  it('refuses what would lead a request to another route', () => {
    for (const chat of ['../../settings/chat', `${chatId}/../x`, `${chatId}?limit=1`, [chatId, chatId], null]) {
      expect(parseSurfaceQuery({ chat }).chatId).toBeUndefined()
      expect(parseSurfaceQuery({ chat }).refusal?.message).toBe('This address names no chat that could exist.')
    }
  })

  it('never throws, and gives an id only where it could be a path segment', () => {
    fc.assert(fc.property(fc.anything(), (query) => {
      const { chatId: id } = parseSurfaceQuery(query)
      if (id !== undefined) expect(id).toMatch(/^[\w-]{16,64}$/)
    }))
  })
})
