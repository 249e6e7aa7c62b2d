import { defineStore } from 'pinia'
import { ref } from 'vue'
import { z } from 'zod/mini'
import type { ErrorBody } from '#layers/northlight/shared/errors/northlight-error.ts'
import { RequestFailure } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatEnvironment } from '#layers/northlight/shared/host/chat-environment.ts'
import { mostFileBytes } from '#layers/northlight/shared/messages/file-limits.ts'
import type { UploadItem } from '#layers/northlight/shared/display/upload-item.ts'

const path = '/api/runs'

const storedRunSchema = z.object({ tests: z.number(), failed: z.number(), skipped: z.number() })

const unreadableAnswer = { message: 'The server answered, but not as expected.', fix: 'Try again.' }

/** The route takes these by name; anything else goes as bytes, and the report's own first character decides. */
const contentTypes: Record<string, string> = { xml: 'application/xml', json: 'application/json' }
const anyContentType = 'application/octet-stream'

/** A browser has few connections to one address, and the chat needs some of them. */
const mostAtOnce = 2

/** Test reports on their way in, and what became of them; they outlive the page that they were dropped on. */
export const useReportUploadsStore = defineStore('reportUploads', () => {
  const uploads = ref<UploadItem[]>([])
  const waiting: (() => Promise<void>)[] = []
  let running = 0

  /** Sends each file as a report of its own, in order; one that is refused doesn't hold up the others. */
  function upload(client: ChatClient, environment: ChatEnvironment, files: readonly File[]): void {
    const send = environment.fetch ? sendByFetch : sendWithProgress
    for (const file of files) {
      uploads.value.push({ name: file.name, loaded: 0, total: file.size, state: 'waiting' })
      const item = uploads.value.at(-1)
      if (!item) continue
      waiting.push(async () => {
        item.state = 'uploading'
        Object.assign(item, await send(client, file, (loaded) => item.loaded = loaded))
      })
    }
    startWaiting()
  }

  function startWaiting() {
    while (running < mostAtOnce) {
      const start = waiting.shift()
      if (!start) return
      running += 1
      void start().finally(() => {
        running -= 1
        startWaiting()
      })
    }
  }

  function dismiss(index: number) {
    uploads.value.splice(index, 1)
  }

  /** Takes those off the list that came in. */
  function dismissDone() {
    uploads.value = uploads.value.filter(({ state }) => state !== 'done')
  }

  return { uploads, upload, dismiss, dismissDone }
})

type Send = (client: ChatClient, file: File, onProgress: (loaded: number) => void) => Promise<Partial<UploadItem>>

/** A host that brings its own `fetch` has its own credentials in it, and no word of how far a body has got. */
const sendByFetch: Send = async (client, file) => {
  try {
    return toDone(await client.json(path, { method: 'POST', headers: { 'content-type': toContentType(file) }, body: file }))
  }
  catch (error) {
    return error instanceof RequestFailure ? toRefused(file, error.body) : toFailed(unreadableAnswer)
  }
}

/** By XMLHttpRequest: `fetch` tells nothing of how far a body has got. */
const sendWithProgress: Send = (client, file, onProgress) => new Promise((resolve) => {
  const request = new XMLHttpRequest()
  request.open('POST', `${client.apiUrl}${path}`)
  request.setRequestHeader('content-type', toContentType(file))
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded }) => onProgress(loaded)
  request.onload = () => resolve(request.status < 400 ? toDone(request.response) : toRefused(file, client.refuse(request.status, request.response).body))
  request.onerror = () => resolve(toFailed({ message: 'The server can\'t be reached.', fix: 'Check the connection and try again.' }))
  request.send(file)
})

function toContentType(file: File): string {
  return contentTypes[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? anyContentType
}

function toDone(answer: unknown): Partial<UploadItem> {
  const run = storedRunSchema.safeParse(answer)
  if (!run.success) return toFailed(unreadableAnswer)
  const { tests, failed, skipped } = run.data
  return { state: 'done', summary: [`${tests} ${tests === 1 ? 'test' : 'tests'}`, `${failed} failed`, ...(skipped ? [`${skipped} skipped`] : [])].join(', ') }
}

/** What is no test report at all may have been meant for the message. */
function toRefused(file: File, body: ErrorBody): Partial<UploadItem> {
  const isAttachable = body.code === 'report-not-recognised' && file.size <= mostFileBytes
  return { ...toFailed(body), ...(isAttachable ? { attachable: file } : {}) }
}

function toFailed({ message, fix }: { message: string, fix?: string }): Partial<UploadItem> {
  return { state: 'failed', message: [message, fix].filter(Boolean).join(' ') }
}
