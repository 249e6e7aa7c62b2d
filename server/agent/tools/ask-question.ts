import { z } from 'zod'
import { defineTool } from './define-tool.ts'

export const askQuestionTool = defineTool({
  name: 'ask_question',
  description: 'Asks the person one question with two to six choices, and ends the turn. Their choice comes as their next message. Use it only when the answer depends on it.',
  manner: 'user-facing',
  endsTurn: true,
  input: z.object({
    question: z.string().trim().min(1).max(500),
    choices: z.array(z.string().trim().min(1).max(200)).min(2).max(6),
  }),
  run: async () => ({ asked: true, note: 'The question is on screen; the answer is the person\'s next message.' }),
})
