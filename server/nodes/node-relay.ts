import type { NodeMessage } from './node-message.ts'

/** How the servers on one database tell each other of changes. Whatever it carries may be lost: rows are the truth. */
export interface NodeRelay {
  /** Tells all other servers. Never throws, and waits for nobody. */
  tell(message: NodeMessage): void
  /** Calls back with what the others tell, and with `missed` when it may have lost something. */
  listen(take: (message: NodeMessage) => void): void
  /** Whether what the others tell comes here now. */
  isConnected(): boolean
  close(): Promise<void>
}

/** For a server that is alone on its database. */
export function createLoneRelay(): NodeRelay {
  return { tell: () => {}, listen: () => {}, isConnected: () => false, close: async () => {} }
}
