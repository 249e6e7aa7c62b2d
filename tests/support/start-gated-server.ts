import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { createFakeExecutor } from './fake-executor.ts'
import type { FakeExecutor } from './fake-executor.ts'
import { createScriptedModel } from './scripted-model.ts'
import type { ScriptedModel } from './scripted-model.ts'
import type { TestServer } from './start-test-server.ts'
import { createGatedStub, createToolStub } from './tool-stub.ts'
import type { TestServers } from './use-test-servers.ts'

type Overrides = NonNullable<Parameters<TestServers['start']>[0]>

export interface GatedServer {
  server: TestServer
  model: ScriptedModel
  executor: FakeExecutor
  /** For another server of the same. */
  overrides: Overrides
}

/** A server whose dot can `post`, which passes the gate, `look`, and `fetch`, which reads what somebody outside wrote. */
export async function startGatedServer(servers: TestServers, steps: LanguageModelV4StreamPart[][], more: Overrides = {}): Promise<GatedServer> {
  const model = createScriptedModel(steps)
  const executor = createFakeExecutor()
  const tools = [createGatedStub('post'), createToolStub('look'), createToolStub('fetch', undefined, { readsOutside: true })]
  const overrides = { model: { model }, tools, executors: [executor], ...more }
  return { server: await servers.start(overrides), model, executor, overrides }
}
