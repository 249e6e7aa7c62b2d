import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { serveAnswers, type FixedAnswer } from '#layers/northlight/tests/bench/serve-answers.ts'

const scripts = /<script\b[^>]*>[^]*?<\/script>/g
const scriptLinks = /<link\b[^>]*rel="?(?:modulepreload|prefetch|preload)\b[^>]*>/g
const styleAddress = /<link\b[^>]*\bhref="(?<path>\/[^"]+\.css)"/g

const codings: Record<string, { read: (bytes: Buffer) => Buffer, write: (bytes: Buffer) => Buffer }> = {
  br: { read: brotliDecompressSync, write: brotliCompressSync },
  gzip: { read: gunzipSync, write: gzipSync },
}
const asItIs = { read: (bytes: Buffer) => bytes, write: (bytes: Buffer) => bytes }
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'])

/** A page of a server as it was sent, with its style sheets and headers, on a server of its own: without its scripts. */
export async function serveWithoutScript(origin: string, path: string) {
  const page = await fetchRaw(origin + path)
  const { read, write } = codings[String(page.headers['content-encoding'])] ?? asItIs
  const html = read(page.body).toString().replaceAll(scripts, '').replaceAll(scriptLinks, '')
  const answers = new Map<string, FixedAnswer>([[path, { ...page, body: write(Buffer.from(html)) }]])
  for (const { groups } of html.matchAll(styleAddress)) {
    const style = groups?.path ?? ''
    answers.set(style, await fetchRaw(origin + style))
  }
  return serveAnswers(answers)
}

/** As a browser asks for it, and not decoded. */
async function fetchRaw(url: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: IncomingHttpHeaders, body: Buffer }>()
  get(url, { headers: { 'accept': 'text/html,*/*', 'accept-encoding': 'gzip, deflate, br, zstd' } }, (response) => {
    const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !connectionHeaders.has(name)))
    buffer(response).then((body) => resolve({ headers, body }), reject)
  }).on('error', reject)
  return promise
}
