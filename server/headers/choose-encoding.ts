/** The best first. */
const encodings = ['br', 'gzip'] as const

export type Encoding = (typeof encodings)[number]

/** The encoding for an answer to who sent this `accept-encoding`; undefined for the text as it is. */
export function chooseEncoding(acceptEncoding = ''): Encoding | undefined {
  const accepted = acceptEncoding.toLowerCase().split(',').map((entry) => entry.split(';').map((piece) => piece.trim()))
  return encodings.find((encoding) => accepted.some(([name, quality]) => name === encoding && !isRefusal(quality)))
}

/** `q=0` says what is not wanted (RFC 9110, 12.4.2). */
function isRefusal(quality = ''): boolean {
  return /^q=0(?:\.0*)?$/.test(quality)
}
