import { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'

/** What an error tells of itself: Prisma's code, the database's own within it, or the socket's. */
const errorSchema = z.object({
  code: z.string().optional(),
  syscall: z.string().optional(),
  message: z.string(),
  meta: z.object({
    driverAdapterError: z.object({ cause: z.object({ kind: z.string().optional(), originalCode: z.string().optional() }).optional() }).optional(),
  }).optional(),
})

/** Prisma's own codes and kinds for a server that can't be reached, or has no connection free. */
const unreachable = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])
/** PostgreSQL's: connection exceptions, no connection left, shutting down or starting up, and a standby that takes no writes. */
const refused = /^(?:08...|53300|57P0[1-5]|25006)$/
/** PostgreSQL's for a disk, or a memory, that is full. */
const full = /^53[12]00$/
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/** The driver's own, which bear no code. */
const driverMessages = /^(?:Connection terminated|timeout exceeded when trying to connect|The database fell silent|Client (?:has encountered a connection error|was closed)|Cannot use a pool after calling end)/

const transactionApi = 'P2028'

/** What to tell where it was the database that failed, and not a request; undefined for every other error. */
export function toDatabaseFailure(error: unknown): NorthlightError | undefined {
  const parsed = errorSchema.safeParse(error).data
  if (!parsed) return undefined
  const { code = '', syscall, message } = parsed
  const { kind = '', originalCode = '' } = parsed.meta?.driverAdapterError?.cause ?? {}
  if (code === transactionApi && message.includes('expired transaction')) return new NorthlightError('transaction-too-long', { cause: error })
  if (full.test(originalCode) || full.test(code)) {
    return new NorthlightError('database-unavailable', { message: 'The database has no room left: nothing of this was stored.', fix: 'Make room on its disk, and try again.', cause: error })
  }
  const isDown = code === transactionApi || [code, kind].some((one) => unreachable.has(one)) || [code, originalCode].some((one) => refused.test(one))
    || (syscall !== undefined && socketCodes.has(code)) || driverMessages.test(message)
  return isDown ? new NorthlightError('database-unavailable', { cause: error }) : undefined
}
