import { prismaAdapter } from 'better-auth/adapters/prisma'
import type { Database } from './open-database.ts'

/** Lets Better Auth read and write its tables by our client. */
export function createAuthAdapter({ prisma }: Database) {
  return prismaAdapter(prisma, { provider: 'postgresql' })
}
