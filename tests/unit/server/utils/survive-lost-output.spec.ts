import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it } from 'vitest'

it('counts each unforeseen error once, though nobody reads what is printed about it', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../support/run-unheard-server.ts')], { stdio: 'pipe' })
  child.stdout.destroy()
  child.stderr.destroy()
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([3, null])
})
