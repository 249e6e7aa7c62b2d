import { describe, expect, it } from 'vitest'
import { listPossibleLeads } from '#layers/northlight/shared/dots/list-possible-leads.ts'

const dot = (id: string, leadDotId: string | null = null, isArchived = false) => ({ id, leadDotId, isArchived })
const list = (dots: ReturnType<typeof dot>[], id?: string) => listPossibleLeads(dots, id).map((lead) => lead.id)

describe('listPossibleLeads', () => {
  const dots = [dot('lead'), dot('under', 'lead'), dot('alone'), dot('gone', null, true)]

  it('gives those at work that act under nobody, and not the dot itself', () => {
    expect(list(dots, 'under')).toEqual(['lead', 'alone'])
    expect(list(dots, 'alone')).toEqual(['lead'])
    expect(list(dots)).toEqual(['lead', 'alone'])
  })

  it('gives none to a dot that leads: an ask goes up one step', () => {
    expect(list(dots, 'lead')).toEqual([])
  })
})
