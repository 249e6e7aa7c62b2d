import { request } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'

export interface RawResponse {
  status: number
  text: string
  /** The cookies that it sets. */
  cookies: string[]
}

/** A request with headers that a browser would not let a script set; pieces of a body are sent one after the other. */
export function sendRaw(url: string, { method = 'GET', headers = {}, body = [] }: { method?: string, headers?: OutgoingHttpHeaders, body?: string[] }): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8'), cookies: response.headers['set-cookie'] ?? [] }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    for (const piece of body) sent.write(piece)
    sent.end()
  })
}
