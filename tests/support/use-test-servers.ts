import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { ServiceOptions } from '#layers/northlight/server/utils/create-services.ts'
import { clearDatabase } from './clear-database.ts'
import { startTestServer } from './start-test-server.ts'
import type { TestServer } from './start-test-server.ts'
import type { TestDatabaseKind } from './test-databases.ts'

export interface TestServers {
  readonly database: Database
  /** A server of the test's own, closed after it. */
  start(overrides?: ServiceOptions['overrides'], variables?: Record<string, string>): Promise<TestServer>
}

/** One database for a suite, forgotten after each test; as many servers on it as a test starts. */
export function useTestServers({ open }: TestDatabaseKind): TestServers {
  let database: Database | undefined
  let servers: TestServer[] = []
  const requireDatabase = () => {
    if (!database) throw new Error('The database is opened before the first test, not earlier.')
    return database
  }
  beforeAll(async () => {
    database = await open()
    // Seeds the workspace once.
    await (await startTestServer({ ...database, close: async () => {} })).close()
  })
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()))
    servers = []
    if (database) await clearDatabase(database)
  })
  afterAll(() => database?.close())
  return {
    get database() {
      return requireDatabase()
    },
    async start(overrides, variables) {
      const server = await startTestServer(overrides?.database ?? { ...requireDatabase(), close: async () => {} }, overrides, variables)
      servers.push(server)
      return server
    },
  }
}
