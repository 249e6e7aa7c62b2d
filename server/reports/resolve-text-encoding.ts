import { ReportError } from './report-error.ts'

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** A byte-order mark, or the first character of a report in two-byte units. */
const leadingBytes: readonly { bytes: readonly number[], encoding: TextEncoding }[] = [
  { bytes: [0xEF, 0xBB, 0xBF], encoding: 'utf-8' },
  { bytes: [0xFF, 0xFE], encoding: 'utf-16le' },
  { bytes: [0xFE, 0xFF], encoding: 'utf-16be' },
  { bytes: [0x3C, 0x00], encoding: 'utf-16le' },
  { bytes: [0x00, 0x3C], encoding: 'utf-16be' },
  { bytes: [0x7B, 0x00], encoding: 'utf-16le' },
  { bytes: [0x00, 0x7B], encoding: 'utf-16be' },
]

const declaredEncodings: ReadonlyMap<string, TextEncoding> = new Map<string, TextEncoding>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  // A declaration that can be read byte by byte isn't UTF-16: some writers name their in-memory encoding.
  ['utf-16', 'utf-8'],
  // Browsers and Node read ISO 8859-1 as Windows-1252, of which it is a part.
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
])

const xmlDeclaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/

/** Bytes that `resolveTextEncoding` wants to see, where the file has as many. */
export const encodingHeadLength = 512

/**
 * The encoding of a report by its first bytes: a mark, then an XML declaration, then UTF-8.
 * Throws `report-encoding` for a declared encoding that isn't read.
 */
export function resolveTextEncoding(head: Uint8Array): TextEncoding {
  const marked = leadingBytes.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte))
  if (marked) return marked.encoding
  const declared = xmlDeclaration.exec(Buffer.from(head).toString('latin1'))?.[1]
  if (declared === undefined) return 'utf-8'
  const encoding = declaredEncodings.get(declared.toLowerCase())
  if (encoding) return encoding
  throw new ReportError('report-encoding', `The report is written in "${declared}", which can't be read here.`)
}
