import { setResponseStatus } from 'h3'
import { z } from 'zod'
import { readFileUpload } from '#layers/northlight/server/files/read-file-upload.ts'
import { toFileName } from '#layers/northlight/server/files/to-file-name.ts'
import { insertFile } from '#layers/northlight/server/store/stored-file-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'

const query = z.strictObject({ name: z.string().max(1_000) })

/** Stores a file, the whole body of the request, so that a message can bring it. */
export default defineRoute('file.add', async ({ event, services, principal }) => {
  const { name } = readStrictQuery(event, query)
  const upload = await readFileUpload(event.node.req)
  const file = await insertFile(services.database, principal, { id: services.ids(), name: toFileName(name), at: new Date(services.clock.now()), ...upload })
  setResponseStatus(event, 201)
  return { ...file, url: `/api/files/${file.id}` }
})
