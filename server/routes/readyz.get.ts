import { defineEventHandler } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { requireServices } from '#layers/northlight/server/utils/require-services.ts'
import { sendHttpError } from '#layers/northlight/server/utils/to-http-error.ts'

/** Whether requests can be served: started, not stopping, and the database answers. */
export default defineEventHandler(async (event) => {
  try {
    const services = await requireServices(event)
    if (services.isStopping()) throw new NorthlightError('stopping')
    await services.database.prisma.$queryRaw`SELECT 1`
    return { ok: true }
  }
  catch (error) {
    return sendHttpError(event, error)
  }
})
