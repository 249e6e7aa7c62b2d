import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTemporaryProject } from './temporary-project.ts'
import type { RunningCommand, TemporaryProject } from './temporary-project.ts'

/** Answers `/readyz` at the second try only, and says what it was given. */
const server = `
import { createServer } from 'node:http'
const { NITRO_HOST, NITRO_PORT, NODE_ENV, END_WITH } = process.env
if (END_WITH) {
  console.error('Northlight did not start. Some reason. Some fix.')
  process.exit(Number(END_WITH))
}
let asked = 0
const app = createServer((request, response) => {
  response.statusCode = request.url === '/readyz' && ++asked > 1 ? 200 : 503
  response.end()
})
app.listen(Number(NITRO_PORT), NITRO_HOST, () => {
  console.log('Listening on http://' + NITRO_HOST + ':' + app.address().port)
  console.log('environment ' + NODE_ENV)
})
process.on('SIGTERM', () => process.exit(7))
`
const build = '0123456789abcdef'
let project: TemporaryProject
let running: RunningCommand | undefined

beforeEach(async () => {
  project = await createTemporaryProject()
  await project.write(`.output/${build}/server/index.mjs`, server)
  await project.write('.output/current.json', `{ "build": "${build}" }`)
})
afterEach(async () => {
  // Asked, not killed: it takes the server that it started with it.
  running?.child.kill('SIGTERM')
  await running?.ended
  running = undefined
  await project.remove()
})

const start = (variables: Record<string, string> = {}) => running = project.start('scripts/start.mjs', [], { PORT: '0', HOST: '', ...variables })
const listMarks = async () => (await readdir(join(project.folder, '.output', build))).filter((name) => name.startsWith('in-use.'))

describe('starting', () => {
  it('says once, and as the one address, where it answers, when it does', async () => {
    const output = await start().waitFor('ready at')
    expect(output.match(/http:\/\/\S+/g)).toHaveLength(1)
    expect(output).toMatch(/Northlight is ready at http:\/\/127\.0\.0\.1:\d+\n/)
    expect(output).toContain('environment production')
  })

  it('passes a signal on, and ends with the server\'s own code', async () => {
    const command = start()
    await command.waitFor('ready at')
    command.child.kill('SIGTERM')
    expect((await command.ended).code).toBe(7)
  })

  it('is what hears the signal that npm passes to its shell', async () => {
    const { scripts } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'))
    const shell = spawn('sh', ['-c', scripts.start], { cwd: project.folder, env: { ...process.env, PORT: '0', HOST: '' }, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
    const ended = once(shell, 'exit')
    try {
      for await (const text of shell.stdout) if (String(text).includes('ready at')) break
      shell.kill('SIGTERM')
      expect(await ended).toEqual([7, null])
    }
    finally {
      // A shell that ended alone leaves its group behind.
      if (shell.signalCode !== null && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
    }
  })

  it('marks its build as in use as long as it runs', async () => {
    const command = start()
    await command.waitFor('ready at')
    expect(await listMarks()).toHaveLength(2)
    command.child.kill('SIGTERM')
    await command.ended
    expect(await listMarks()).toEqual([])
  })

  it('says in one line that the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, output } = await start({ PORT: String(port) }).ended
    taken.close()
    expect({ code, output }).toEqual({ code: 1, output: `Port ${port} on 127.0.0.1 is in use. Stop what runs there, or choose another: PORT=3001 npm start\n` })
  })

  it('leaves it to the server to say why it did not start', async () => {
    expect(await start({ END_WITH: '1' }).ended).toEqual({ code: 1, output: 'Northlight did not start. Some reason. Some fix.\n' })
  })

  it('says what to do when nothing was built', async () => {
    await project.write('.output/current.json', '{')
    expect(await start().ended).toEqual({ code: 1, output: 'There is no build to start. Run `npm start`, which makes one.\n' })
  })
})
