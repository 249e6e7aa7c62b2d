import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { TestServer } from './start-test-server.ts'

export interface UploadedFile {
  id: string
  name: string
  mediaType: string
  byteSize: number
  url: string
}

/** Uploads a file as the composer does, and gives the response. */
export function uploadFile(server: TestServer, name: string, content: string | Uint8Array<ArrayBuffer>, mediaType = 'text/plain'): Promise<Response> {
  return server.fetch(`/api/files?name=${encodeURIComponent(name)}`, { method: 'POST', headers: { 'content-type': mediaType }, body: content })
}

/** Stores a file and gives what the server says of it. */
export async function storeFile(server: TestServer, name: string, content: string | Uint8Array<ArrayBuffer>, mediaType?: string): Promise<UploadedFile> {
  const response = await uploadFile(server, name, content, mediaType)
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return await response.json() as UploadedFile
}

/** The part by which a message brings a file. */
export function toFilePart({ url, mediaType, name }: UploadedFile) {
  return { type: 'file', url, mediaType, filename: name }
}

export function filePartsOf(message: StoredMessage | undefined): unknown[] {
  return message?.parts.filter((part) => part.type === 'file') ?? []
}
