import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

const folder = join(import.meta.dirname, '../fixtures/certificates')

/** Of `localhost` and `127.0.0.1`, signed by itself; for tests alone. */
export const loopbackCertificate = { cert: readFileSync(join(folder, 'loopback.crt'), 'utf8'), key: readFileSync(join(folder, 'loopback.key'), 'utf8') }

/** Has this process take that certificate for a good one; gives what undoes it. */
export function trustLoopbackCertificate(): () => void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, loopbackCertificate.cert])
  return () => setDefaultCACertificates(before)
}
