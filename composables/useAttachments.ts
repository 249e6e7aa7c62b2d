import { computed, watch } from 'vue'
import { formatBytes } from '#layers/northlight/shared/display/format-bytes.ts'
import { RequestFailure } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { mostFileBytes, mostFiles } from '#layers/northlight/shared/messages/file-limits.ts'
import { attachedFileSchema } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { ChatDraft, DraftFile } from '#layers/northlight/stores/drafts.ts'

const anyContentType = 'application/octet-stream'

/** The files of a message that is being written: stored as soon as they are chosen, so that sending waits for little. */
export function useAttachments({ files }: ChatDraft, client: ChatClient) {
  function attach(chosen: readonly File[]) {
    for (const file of chosen) {
      const key = crypto.randomUUID()
      const refusal = files.value.length >= mostFiles ? `A message brings ${mostFiles} files at most.` : file.size > mostFileBytes ? `Larger than ${formatBytes(mostFileBytes)}, the most that can be attached.` : undefined
      files.value = [...files.value, { key, name: file.name, byteSize: file.size, state: refusal ? 'failed' : 'uploading', message: refusal }]
      if (!refusal) void upload(key, file)
    }
  }

  async function upload(key: string, file: File) {
    const change = await store(client, file)
    files.value = files.value.map((candidate) => candidate.key === key ? { ...candidate, ...change } : candidate)
  }

  function remove(key: string) {
    files.value = files.value.filter((file) => file.key !== key)
  }

  /** Read from the draft, which outlives the surface: another one may have chosen the files. */
  const isUploading = () => files.value.some((file) => file.state === 'uploading')

  /** Resolves when nothing is on its way any more, what was chosen meanwhile included; undefined when nothing is. */
  function whenUploaded(): Promise<void> | undefined {
    if (!isUploading()) return undefined
    return new Promise((resolve) => {
      const stop = watch(isUploading, () => {
        stop()
        resolve()
      }, { flush: 'sync' })
    })
  }

  return { attach, remove, whenUploaded, failed: computed(() => files.value.find((file) => file.state === 'failed')) }
}

async function store(client: ChatClient, file: File): Promise<Partial<DraftFile>> {
  try {
    const answer = await client.json(`/api/files?name=${encodeURIComponent(file.name)}`, { method: 'POST', headers: { 'content-type': file.type || anyContentType }, body: file })
    const stored = attachedFileSchema.parse(answer)
    return { state: 'ready', stored, name: stored.name }
  }
  catch (error) {
    const { message, fix } = error instanceof RequestFailure ? error.body : { message: 'The server answered, but not as expected.', fix: undefined }
    return { state: 'failed', message: [message, fix].filter(Boolean).join(' ') }
  }
}
