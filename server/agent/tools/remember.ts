import { z } from 'zod'
import { insertMemoryNote } from '#layers/northlight/server/store/memory-note-store.ts'
import { defineTool } from './define-tool.ts'

export const rememberTool = defineTool({
  name: 'remember',
  description: 'Keeps a short note for later, inside the product. Use it only when the person asks to have something remembered.',
  manner: 'housekeeping',
  input: z.object({ note: z.string().trim().min(1).max(500).describe('The note, in one sentence.') }),
  run: async ({ note }, { database, principal, chatId, clock, ids }) => {
    await insertMemoryNote(database, principal, { id: ids(), chatId, text: note.replaceAll('\u0000', ''), createdAt: new Date(clock.now()) })
    return { receipt: `Remembered: ${note}` }
  },
})
