import { ref } from 'vue'
import { toErrorBody } from '#layers/northlight/shared/errors/error-body.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { UploadItem } from '#layers/northlight/shared/display/upload-item.ts'

interface StoredRun {
  tests: number
  passed: number
  failed: number
  skipped: number
}

/** The route takes these by name; anything else goes as bytes, and the report's own first character decides. */
const contentTypes: Record<string, string> = { xml: 'application/xml', json: 'application/json' }
const anyContentType = 'application/octet-stream'

/** Sends test reports and keeps each one's progress to show. */
export function useReportUploads(client: ChatClient) {
  const uploads = ref<UploadItem[]>([])

  async function upload(files: readonly File[]): Promise<void> {
    await Promise.all(files.map(async (file) => {
      uploads.value.push({ name: file.name, loaded: 0, total: file.size, state: 'uploading' })
      const item = uploads.value.at(-1)
      if (item) Object.assign(item, await sendReport(client, file, (loaded) => item.loaded = loaded))
    }))
  }

  function dismiss(index: number) {
    uploads.value.splice(index, 1)
  }

  return { uploads, upload, dismiss }
}

/** By XMLHttpRequest: `fetch` tells nothing of how far a body has got. */
function sendReport(client: ChatClient, file: File, onProgress: (loaded: number) => void): Promise<Partial<UploadItem>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${client.apiUrl}/api/runs`)
    request.setRequestHeader('content-type', contentTypes[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? anyContentType)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => resolve(request.status < 400 ? toDone(request.response) : toFailed(toErrorBody(request.status, request.response)))
    request.onerror = () => resolve(toFailed({ message: 'The server can\'t be reached.', fix: 'Check the connection and try again.' }))
    request.send(file)
  })
}

function toDone(run: StoredRun): Partial<UploadItem> {
  const parts = [`${run.tests} tests`, `${run.failed} failed`, ...(run.skipped ? [`${run.skipped} skipped`] : [])]
  return { state: 'done', summary: parts.join(', ') }
}

function toFailed({ message, fix }: { message: string, fix?: string }): Partial<UploadItem> {
  return { state: 'failed', message: [message, fix].filter(Boolean).join(' ') }
}
