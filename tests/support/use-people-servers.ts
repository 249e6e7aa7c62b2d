import { afterEach } from 'vitest'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { TestDatabaseKind } from './test-databases.ts'
import { useTestServers } from './use-test-servers.ts'
import type { TestServers } from './use-test-servers.ts'

/** Servers that people sign in to; each test finds a workspace that nobody has claimed. */
export function usePeopleServers(kind: TestDatabaseKind): TestServers {
  const servers = useTestServers(kind)
  afterEach(() => forgetPeople(servers.database))
  return {
    get database() {
      return servers.database
    },
    start: (overrides, variables) => servers.start(overrides, { NORTHLIGHT_AUTH: 'password', ...variables }),
  }
}

async function forgetPeople({ prisma }: Database) {
  await prisma.$executeRaw`TRUNCATE chat, session, account, apikey, invitation CASCADE`
  await prisma.$executeRaw`DELETE FROM dot WHERE organization_id <> 'local-organization'`
  await prisma.$executeRaw`DELETE FROM organization WHERE id <> 'local-organization'`
  await prisma.$executeRaw`DELETE FROM "user" WHERE id <> 'local-user'`
  const owner = { organizationId: 'local-organization', userId: 'local-user' }
  await prisma.member.upsert({ where: { organizationId_userId: owner }, create: { id: 'local-member', ...owner, role: 'owner' }, update: { role: 'owner' } })
  await prisma.$executeRaw`UPDATE "user" SET name = 'You', email = 'you@localhost' WHERE id = 'local-user'`
}
