import { z } from 'zod'
import { toTitleLine } from '#layers/northlight/shared/chats/to-title-line.ts'

const longestUrl = 2_000
const longestToken = 1_000

const name = z.string().transform(toTitleLine).pipe(z.string().min(1, 'is empty').max(100, 'is longer than 100 characters'))
const url = z.url({ protocol: /^https?$/, error: 'is no URL' }).max(longestUrl, `is longer than ${longestUrl} characters`).refine(hasNoSecret, 'has a name, a password or a fragment in it')
const token = z.string().trim().min(1, 'is empty').max(longestToken, `is longer than ${longestToken} characters`).regex(/^[\x21-\x7E]+$/, 'holds what no token has')
const signingKey = z.string().trim().regex(/^whsec_[A-Za-z0-9+/]{32,120}={0,2}$/, 'must be whsec_ and 24 bytes or more in base64')

/** `POST /api/connections`. */
export const newConnectionSchema = z.discriminatedUnion('kind', [
  /** `url` is that of the interface: `https://api.github.com`, or `https://HOST/api/v3` of an Enterprise server. */
  z.strictObject({ kind: z.literal('github'), name, url: url.default('https://api.github.com'), secret: token }),
  /** Without a secret, a signing key is made. */
  z.strictObject({ kind: z.literal('webhook'), name, url, secret: signingKey.optional(), announces: z.boolean().default(false) }),
])

export type NewConnection = z.infer<typeof newConnectionSchema>

function hasNoSecret(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password, hash } = new URL(text)
  return username === '' && password === '' && hash === ''
}
