import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from './built-server.ts'

export interface Nginx {
  readonly url: string
  stop(): Promise<void>
}

const startMayTakeMs = 10_000
const pollMs = 50

/** The path of nginx, or undefined where there is none. */
export function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))
}

/** nginx as it comes, with buffering and gzip, in front of a server; only its time to wait for the server is given. */
export async function startNginx(path: string, target: string, readTimeoutSeconds: number): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'northlight-nginx-'))
  const port = await findFreePort()
  await mkdir(join(folder, 'logs'))
  await writeFile(join(folder, 'nginx.conf'), toConfiguration(folder, port, target, readTimeoutSeconds))
  const child = spawn(path, ['-p', folder, '-e', join(folder, 'logs/error.log'), '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stderr.on('data', (text) => output += text)
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + startMayTakeMs
  while (!await fetch(`${url}/healthz`).then((response) => response.ok, () => false)) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill()
      throw new Error(`nginx did not start:\n${output}`)
    }
    await delay(pollMs)
  }
  return {
    url,
    async stop() {
      child.kill('SIGQUIT')
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        const force = setTimeout(() => child.kill('SIGTERM'), 2_000)
        await ended
        clearTimeout(force)
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function toConfiguration(folder: string, port: number, target: string, readTimeoutSeconds: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')
  return `
${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'nginx.pid')}; worker_processes 1;
events {}
http {
  access_log off; ${temporary}
  gzip on; gzip_proxied any; gzip_types *; gzip_min_length 0;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${target};
      proxy_set_header Host $http_host;
      proxy_read_timeout ${readTimeoutSeconds}s;
    }
  }
}
`
}
