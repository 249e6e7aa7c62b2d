import type { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'

/** One clear sentence of the first thing that is wrong: where, and what is expected. `whole` names what was parsed. */
export function toInvalidRequest(error: z.ZodError, whole = 'The body'): NorthlightError {
  const issue = error.issues[0]
  const place = issue?.path.map(String).join('.')
  return new NorthlightError('request-invalid', { message: `${place ? `\`${place}\`` : whole}: ${issue?.message ?? 'is not valid'}.`, cause: error })
}
