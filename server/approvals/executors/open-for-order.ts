import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { openConnection } from '#layers/northlight/server/connections/open-connection.ts'
import type { OpenConnection } from '#layers/northlight/server/connections/open-connection.ts'
import type { SealedConnection } from '#layers/northlight/server/store/connection-store.ts'
import { ActionFailure } from './executor.ts'
import type { ExecutionContext } from './executor.ts'

/** @throws {ActionFailure} its secret can't be opened */
export async function openForOrder(context: ExecutionContext, connection: SealedConnection): Promise<OpenConnection> {
  try {
    return await openConnection(context, connection)
  }
  catch (cause) {
    throw cause instanceof NorthlightError ? new ActionFailure(cause.message, { cause }) : cause
  }
}
