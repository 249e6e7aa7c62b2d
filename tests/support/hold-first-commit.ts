import type { Database } from '#layers/northlight/server/store/open-database.ts'

/** A database whose next transaction is stored, and says so only when it is released. */
export function holdFirstCommit(database: Database) {
  const [committed, released, passed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let seen: number | undefined
  const prisma = new Proxy(database.prisma, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== '$transaction' || typeof value !== 'function' || seen === undefined) return typeof value === 'function' ? value.bind(target) as unknown : value
      return async (...input: unknown[]) => {
        const number = seen = (seen ?? 0) + 1
        const result: unknown = await value.apply(target, input)
        if (number === 1) {
          committed.resolve()
          await released.promise
        }
        else {
          passed.resolve()
        }
        return result
      }
    },
  })
  return {
    database: { ...database, prisma, close: async () => {} },
    /** From here on: the first transaction is held. */
    arm: () => void (seen = 0),
    committed: committed.promise,
    passed: passed.promise,
    release: released.resolve,
  }
}
