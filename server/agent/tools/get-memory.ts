import { z } from 'zod'
import { toMemoryRow } from '#layers/northlight/server/blocks/block-rows.ts'
import { listMemoryNotes } from '#layers/northlight/server/store/memory-note-store.ts'
import { defineLookupTool } from './define-lookup-tool.ts'

export const getMemoryTool = defineLookupTool({
  name: 'get_memory',
  description: 'Reads the notes that people had remembered, the newest first. Use it for "what do you remember?", or before you answer something that a note may decide.',
  readsOutside: true,
  input: { limit: z.number().int().min(1).max(50).default(20).describe('How many notes, at most.') },
  lookUp: ({ limit }, { database, principal }) => listMemoryNotes(database, principal, limit),
  toResult: ({ notes, total }) => ({ total, notes: notes.map(toMemoryRow) }),
  toBlocks: ({ notes, total }) => notes.length === 0
    ? []
    : [{ kind: 'memory', notes: notes.map(toMemoryRow), more: total - notes.length }],
})
