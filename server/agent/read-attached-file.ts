import type { StoredFileContent } from '#layers/northlight/server/store/stored-file-store.ts'

/** What a model can be told of a file: its text, its bytes where it is of a type that the bytes show, or its name alone. */
export type AttachedFileReading
  = | { kind: 'text', text: string }
    | { kind: 'bytes', mediaType: string }
    | { kind: 'unreadable' }

interface ByteType {
  mediaType: string
  /** The bytes that such a file has at these places; undefined: any. */
  begins: readonly (number | undefined)[]
}

const any = undefined

/** What models read as bytes, told apart by how the files begin, whatever their names say. */
const byteTypes: readonly ByteType[] = [
  { mediaType: 'image/png', begins: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] },
  { mediaType: 'image/jpeg', begins: [0xFF, 0xD8, 0xFF] },
  { mediaType: 'image/gif', begins: [0x47, 0x49, 0x46, 0x38] },
  { mediaType: 'image/webp', begins: [0x52, 0x49, 0x46, 0x46, any, any, any, any, 0x57, 0x45, 0x42, 0x50] },
  { mediaType: 'application/pdf', begins: [0x25, 0x50, 0x44, 0x46, 0x2D] },
]

const utf16Marks: readonly { encoding: string, begins: readonly number[] }[] = [
  { encoding: 'utf-16le', begins: [0xFF, 0xFE] },
  { encoding: 'utf-16be', begins: [0xFE, 0xFF] },
]

const beginsWith = (content: Uint8Array, begins: readonly (number | undefined)[]) => begins.every((byte, index) => byte === undefined || content[index] === byte)

/** Judges a file by its bytes alone: a type is a claim, and a wrong one would have a provider refuse the conversation for ever. */
export function readAttachedFile({ content }: Pick<StoredFileContent, 'content'>): AttachedFileReading {
  const byteType = byteTypes.find(({ begins }) => beginsWith(content, begins))
  if (byteType) return { kind: 'bytes', mediaType: byteType.mediaType }
  const text = decode(content)
  return text === undefined || text.includes('\u0000') ? { kind: 'unreadable' } : { kind: 'text', text }
}

function decode(content: Uint8Array): string | undefined {
  const encoding = utf16Marks.find(({ begins }) => beginsWith(content, begins))?.encoding ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  }
  catch {
    return undefined
  }
}
