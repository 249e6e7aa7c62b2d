import { setResponseHeaders } from 'h3'
import { z } from 'zod'
import { longestTitle } from '#layers/northlight/shared/chats/longest-title.ts'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { removeWork } from '#layers/northlight/shared/messages/remove-work.ts'
import { toExportName } from '#layers/northlight/shared/messages/to-export-name.ts'
import { toAttachment } from '#layers/northlight/server/utils/to-attachment.ts'
import { writeTranscript } from '#layers/northlight/shared/messages/write-transcript.ts'
import { loadMessagePage } from '#layers/northlight/server/agent/load-message-page.ts'
import { requireChat, toChatTitle } from '#layers/northlight/server/store/chat-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { joinInTurns } from '#layers/northlight/server/utils/join-in-turns.ts'
import { readStrictParameters, readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: chatIdSchema })
const query = z.strictObject({ format: z.enum(['json', 'markdown']).default('json'), work: z.enum(['true', 'false']).default('true') })

/** A chat's conversation as a file: JSON that imports to the same bytes, or Markdown to read; whole, or without the work. */
export default defineRoute('chat.read', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  const { format, work } = readStrictQuery(event, query)
  const withWork = work === 'true'
  const chat = await requireChat(services.database, principal, id, 'chat.read')
  const page = await loadMessagePage(services, principal, id, {})
  const title = toChatTitle(chat).slice(0, longestTitle).toWellFormed().trim()
  const messages = withWork ? page.messages : page.messages.map(removeWork)
  setResponseHeaders(event, {
    'content-type': format === 'json' ? 'application/json; charset=utf-8' : 'text/markdown; charset=utf-8',
    'content-disposition': toAttachment(toExportName(title, format === 'json' ? 'json' : 'md', withWork)),
  })
  return format === 'json' ? JSON.stringify({ title, messages }) : joinInTurns(writeTranscript(title, messages, withWork))
})
