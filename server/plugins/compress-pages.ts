import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { appendResponseHeader, getRequestHeader, getResponseHeader, setResponseHeader } from 'h3'
import type { H3Event } from 'h3'
import { defineNitroPlugin } from 'nitropack/runtime'
import { chooseEncoding } from '#layers/northlight/server/headers/choose-encoding.ts'
import type { Encoding } from '#layers/northlight/server/headers/choose-encoding.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A page is made for one reader: what a higher quality saves on the line, it costs in waiting. Both run beside the main thread. */
const encoders: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text) => zip(text, { level: 5 }),
}

/** Compresses our pages as they are sent. What routes answer goes as it is, streams above all, which nothing may hold back. */
export default defineNitroPlugin((nitroApp) => {
  nitroApp.hooks.hook('beforeResponse', async (event, response) => {
    if (event.context.pageSurface === undefined || isInProcess(event)) return
    if (typeof response.body !== 'string' || getResponseHeader(event, 'content-encoding') !== undefined) return
    appendResponseHeader(event, 'vary', 'accept-encoding')
    const encoding = chooseEncoding(getRequestHeader(event, 'accept-encoding'))
    if (encoding === undefined) return
    setResponseHeader(event, 'content-encoding', encoding)
    response.body = await encoders[encoding](response.body)
  })
})

/** The page of an error is rendered by a request of the server's own, which reads its text. */
function isInProcess(event: H3Event): boolean {
  return '__unenv__' in event.node.req
}
