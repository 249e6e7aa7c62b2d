import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

export interface UploadFigures {
  status: number
  answer: string
  seconds: number
  /** Megabytes of the server's resident memory. */
  memoryBefore: number
  memoryPeak: number
  memoryAfter: number
  /** Milliseconds that `GET /healthz` took meanwhile, ascending. */
  healthMs: number[]
}

const probeEveryMs = 20

/** Uploads a file to a running server, and looks at its memory and its health while it takes it in. */
export async function measureUpload(url: string, pid: number, path: string, contentType: string): Promise<UploadFigures> {
  const memoryBefore = await readMemory(pid)
  const memory = [memoryBefore]
  const healthMs: number[] = []
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      const startedAt = performance.now()
      const response = await fetch(`${url}/healthz`)
      if (!response.ok) throw new Error(`/healthz answered ${response.status}`)
      await response.arrayBuffer()
      healthMs.push(performance.now() - startedAt)
      memory.push(await readMemory(pid))
      await delay(probeEveryMs)
    }
  })()
  const startedAt = performance.now()
  const { status, answer } = await upload(`${url}/api/runs`, path, contentType).finally(() => isDone = true)
  const seconds = (performance.now() - startedAt) / 1_000
  await watching
  return { status, answer, seconds, memoryBefore, memoryPeak: Math.max(...memory), memoryAfter: await readMemory(pid), healthMs: healthMs.sort((left, right) => left - right) }
}

async function upload(url: string, path: string, contentType: string): Promise<{ status: number, answer: string }> {
  const { size } = await stat(path)
  const outgoing = request(url, { method: 'POST', headers: { 'content-type': contentType, 'content-length': size } })
  const answered = new Promise<{ status: number, answer: string }>((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, answer }), reject)
    })
  })
  await pipeline(createReadStream(path), outgoing)
  return answered
}

/** Resident memory in megabytes, as Linux tells it. */
async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
}
