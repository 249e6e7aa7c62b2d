import { createApp, test as base } from './fixtures.ts'
import type { App } from './fixtures.ts'
import { startBuiltServer } from './built-server.ts'
import { buildHostApp } from '#layers/northlight/tests/support/build-host-app.ts'

/** A build of the host that nobody has made yet takes about a minute of a free core. In milliseconds. */
const buildMayTakeMs = 600_000

/** The host app, built against a packed tarball and started, in place of our own app. */
export const test = base.extend<object, { app: App & { packedFiles: string[] } }>({
  app: [async ({ variables }, use) => {
    const { build, packedFiles } = await buildHostApp()
    const server = await startBuiltServer(variables, undefined, build)
    await use({ ...createApp(server), packedFiles })
    await server.stop()
  }, { scope: 'worker', timeout: buildMayTakeMs }],
})

export { expect } from './fixtures.ts'
