import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, createRouter, defineEventHandler, toNodeListener, useBase } from 'h3'
import type { EventHandler } from 'h3'
import headRequests from '#layers/northlight/server/middleware/head-requests.ts'
import { continueTurnJob } from '#layers/northlight/server/jobs/continue-turn.ts'
import { executeApprovalJob } from '#layers/northlight/server/jobs/execute-approval.ts'
import { silentLog } from '#layers/northlight/server/logs/log.ts'
import requestWalls from '#layers/northlight/server/middleware/request-walls.ts'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'
import { createServices } from '#layers/northlight/server/utils/create-services.ts'
import type { ServiceOptions } from '#layers/northlight/server/utils/create-services.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { createPromptJobs } from './prompt-jobs.ts'
import { listRouteFiles } from './route-files.ts'

/** A server wherever it runs, as one who asks it over HTTP. */
export interface ServerClient {
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** POST or PATCH of a JSON body. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

export interface TestServer extends ServerClient {
  readonly url: string
  readonly services: Services
  close(): Promise<void>
}

/** Without a model that names chats nothing else is done beside the answers: what a test counts is the answers' own. */
const promptKinds = [executeApprovalJob, continueTurnJob]

/** As random as a real one; in the environment, so that no test writes one to a data folder. */
const testSecret = 'c2VjcmV0LW9mLXRoZS10ZXN0cy0wMTIzNDU2Nzg5'

/** The real routes and walls over real HTTP, on a database and a model that the test brings. Chats are named by `titleModel` alone. */
export async function startTestServer(database: Database, overrides: ServiceOptions['overrides'] = {}, variables: Record<string, string> = {}): Promise<TestServer> {
  const environment = readEnvironment({ NORTHLIGHT_MODEL: 'demo:instant', NORTHLIGHT_SECRET: testSecret, ...variables })
  const jobs = createPromptJobs(promptKinds, () => services)
  const services: Services = await createServices({ environment, migrations: [], overrides: { log: silentLog, ...(overrides.titleModel ? {} : { jobs }), ...overrides, database } })
  const app = createApp()
  app.use(defineEventHandler((event) => {
    event.context.services = Promise.resolve(services)
  }))
  app.use(headRequests)
  app.use(requestWalls)
  app.use(await createRoutes())
  const server = createServer(toNodeListener(app))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    services,
    fetch: (path, init) => fetch(`${url}${path}`, init),
    send: (method, path, body, headers = {}) => fetch(`${url}${path}`, {
      method, headers: { 'content-type': 'application/json', ...headers }, body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await services.close()
    },
  }
}

async function createRoutes(): Promise<EventHandler> {
  const router = createRouter({ preemptive: true })
  for (const { file, method, path } of listRouteFiles()) {
    const { default: handler } = await import(file) as { default: EventHandler }
    if (method) router.add(path, handler, method.toLowerCase() as 'get')
    else router.add(path, handler)
  }
  return useBase('/', router.handler)
}
