import { defineEventHandler } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { sendHttpError } from '#layers/northlight/server/utils/to-http-error.ts'

/** Whatever is no route answers in the shape that routes do. */
export default defineEventHandler((event) => sendHttpError(event, new NorthlightError('not-found', { message: `There is no route ${event.method} ${event.path.split('?')[0]}.` })))
