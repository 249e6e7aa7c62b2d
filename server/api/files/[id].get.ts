import { setResponseHeaders } from 'h3'
import { z } from 'zod'
import { messageIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { toFileHeaders } from '#layers/northlight/server/files/to-file-headers.ts'
import { requireFile } from '#layers/northlight/server/store/stored-file-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: messageIdSchema })

/** A file's bytes, as they came. */
export default defineRoute('file.read', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  const file = await requireFile(services.database, principal, id)
  setResponseHeaders(event, toFileHeaders(file))
  return Buffer.from(file.content)
})
