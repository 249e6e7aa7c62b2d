import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { defineNitroPlugin } from 'nitropack/runtime'
import { readBundledMigrations } from '#layers/northlight/server/utils/read-bundled-migrations.ts'
import { readEnvironment, setListenAddress } from '#layers/northlight/server/utils/env.ts'
import { createOpenRequests } from '#layers/northlight/server/utils/create-open-requests.ts'
import type { OpenRequests } from '#layers/northlight/server/utils/create-open-requests.ts'
import { createServices } from '#layers/northlight/server/utils/create-services.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { maskConsole } from '#layers/northlight/server/logs/mask-console.ts'
import { createSecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'
import { surviveLostOutput } from '#layers/northlight/server/utils/survive-lost-output.ts'

/** What is being sent when the server is told to stop, and can be finished by then, is. In milliseconds. */
const graceMs = 300
/** By then the server has ended, whatever still holds it: what is not stored, the next start finds as after a crash. In milliseconds. */
const mostMs = 2_300

/** Opens everything as the server starts; requests that come meanwhile wait for it. */
export default defineNitroPlugin((nitroApp) => {
  surviveLostOutput()
  const services = start()
  const requests = createOpenRequests()
  services.catch(failStart)
  nitroApp.hooks.hook('request', (event) => {
    event.context.services = services
    requests.add(event.node.req, event.node.res)
  })
  endConnectionsOnSignal(services, requests)
  nitroApp.hooks.hook('close', async () => (await services).close())
})

/** The server waits for its connections before it calls the hook above: what holds them open must end before. */
function endConnectionsOnSignal(services: Promise<Services>, requests: OpenRequests) {
  const end = async () => {
    setTimeout(endLate, mostMs).unref()
    await (await services).endStreams()
    await delay(graceMs)
    requests.cutOff()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void end())
}

function endLate() {
  sayAtTheEnd(`Northlight ends with something unfinished, which took longer than ${mostMs} ms.`)
  process.exit(0)
}

/** Up to its first wait this runs before the server listens, so a wrong address is refused before it is used. */
async function start() {
  const environment = readEnvironment()
  setListenAddress(environment)
  maskConsole(createSecretMasker(environment), console)
  return createServices({ environment, migrations: await readBundledMigrations(), onDatabaseFailure: failDatabase })
}

/** One clear line for what a person can mend; the whole error for what nobody foresaw. */
function failStart(error: unknown) {
  sayAtTheEnd(error instanceof StartError ? `Northlight did not start. ${error.message}` : inspect(error))
  process.exit(1)
}

/** A server without its database could only refuse: whoever watches the process starts it again. */
function failDatabase(error: Error) {
  sayAtTheEnd(`Northlight ends, since its embedded database did: ${error.message}`)
  process.exit(1)
}

/** A plain line for the person who started it: there may be no log yet. */
function sayAtTheEnd(line: string) {
  process.stderr.write(`${createSecretMasker({}).maskReport(line)}\n`)
}
