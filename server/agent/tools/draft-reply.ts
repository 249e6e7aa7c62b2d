import { z } from 'zod'
import { defineTool } from './define-tool.ts'

export const draftReplyTool = defineTool({
  name: 'draft_reply',
  description: 'Drafts a reply or a message that the person will edit, copy and send themselves. Nothing is sent. Use it only when a text to somebody else is asked for.',
  manner: 'user-facing',
  input: z.object({
    to: z.string().trim().min(1).max(200).optional().describe('Whom it is for, as the person named them.'),
    subject: z.string().trim().min(1).max(200).optional(),
    body: z.string().trim().min(1).max(20_000).describe('The whole text, plain, without a subject line.'),
  }),
  run: async (draft) => ({ draft }),
})
