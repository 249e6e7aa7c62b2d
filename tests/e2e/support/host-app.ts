import { buildHostApp } from '#layers/northlight/tests/support/build-host-app.ts'
import type { HostApp } from '#layers/northlight/tests/support/build-host-app.ts'
import { startBuiltServer } from './built-server.ts'
import { createApp, test as base } from './fixtures.ts'

/** A host that nobody has built yet takes about a minute of a free core. In milliseconds. */
const buildMayTakeMs = 600_000

/** The host app, built against a packed tarball and started, in place of our own app. */
export const test = base.extend<object, { host: HostApp }>({
  host: [async ({ browserName: _browserName }, use) => use(await buildHostApp()), { scope: 'worker', timeout: buildMayTakeMs }],
  app: [async ({ variables, host }, use) => {
    const server = await startBuiltServer(variables, undefined, host.build)
    await use(createApp(server))
    await server.stop()
  }, { scope: 'worker', timeout: 90_000 }],
})

export { expect } from './fixtures.ts'
