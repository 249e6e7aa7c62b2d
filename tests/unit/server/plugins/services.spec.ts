import { expect, it, vi } from 'vitest'
import type { ServiceOptions } from '#layers/northlight/server/utils/create-services.ts'

const created = vi.hoisted((): ServiceOptions[] => [])
vi.mock('nitropack/runtime', () => ({ defineNitroPlugin: (plugin: unknown) => plugin, useStorage: () => ({ getKeys: async () => [] }) }))
vi.mock('#layers/northlight/server/utils/create-services.ts', () => ({ createServices: async (options: ServiceOptions) => void created.push(options) }))

it('ends the process with one clear line when the embedded database ended', async () => {
  const { default: plugin } = await import('#layers/northlight/server/plugins/services.ts')
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
  const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  ;(plugin as (app: object) => void)({ hooks: { hook: () => {} } })
  await vi.waitFor(() => expect(created).toHaveLength(1))
  created[0]?.onDatabaseFailure?.(new Error('The database ended with code 1.'))
  expect(log.mock.calls).toEqual([['Northlight ends, since its embedded database did: The database ended with code 1.\n']])
  expect(exit.mock.calls).toEqual([[1]])
  vi.restoreAllMocks()
})
