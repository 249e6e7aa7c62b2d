import { z } from 'zod'
import { toDocumentFileName } from '#layers/northlight/shared/documents/to-document-file-name.ts'
import { defineTool } from './define-tool.ts'

const longestDocument = 100_000

export const writeDocumentTool = defineTool({
  name: 'write_document',
  description: 'Writes a document of its own: a report, a summary, a memo that the person will keep or pass on. It appears as a card to read, copy and download. Use it only when a document is asked for; answer everything else in the chat.',
  manner: 'user-facing',
  input: z.object({
    title: z.string().trim().min(1).max(200),
    fileName: z.string().trim().min(1).max(200).optional().describe('A name for the file, without a folder. Left out, the title is taken.'),
    text: z.string().trim().min(1).max(longestDocument).describe('The whole document, in Markdown.'),
  }),
  run: async ({ title, fileName, text }) => ({
    document: { title, fileName: toDocumentFileName(fileName ?? title), mediaType: 'text/markdown', text },
  }),
})
