import type { z } from 'zod'
import type { Transaction } from '#layers/northlight/server/store/message-store.ts'

/** A queue by its name, and what its jobs carry. */
export interface JobKind<Data extends object> {
  readonly name: string
  readonly data: z.ZodType<Data>
}

/** Work that nobody waits for, stored until it is done: what goes wrong with it is logged and never shown. */
export interface JobQueue {
  /** Takes up what an earlier server left behind, and works off what comes; returns at once. */
  start(): void
  /** Resolves when jobs can be sent, or can't be for now. To be awaited before a transaction that sends: the embedded database has one connection. */
  ready(): Promise<void>
  /** Stores a job as a part of the transaction; at most one that waits or runs for each key. Call `wake` once it is committed. */
  sendWithin<Data extends object>(transaction: Transaction, kind: JobKind<Data>, data: Data, key: string): Promise<void>
  /** Has this server look for jobs of a kind now, and not only when it would have anyway. */
  wake(kind: { readonly name: string }): void
  /** Starts nothing more, and resolves when all that ran has ended, or when it took too long to: another start takes it up. */
  close(): Promise<void>
}
