import type { ErrorCode } from '#layers/northlight/shared/errors/error-catalogue.ts'
import type { Environment } from './env.ts'

export interface WallRequest {
  method: string
  /** As it was asked for, without its query. */
  path: string
  headers: { host?: string, origin?: string, contentType?: string, secFetchSite?: string }
  /** Whether it names another method than its own, as old proxies let forms do. */
  overridesMethod: boolean
  /** Whether a body was announced; a POST without one has no content type to judge. */
  hasBody: boolean
}

/** Where this server is reached. */
export type WallPlace = Pick<Environment, 'NORTHLIGHT_AUTH' | 'NORTHLIGHT_URL'>

export interface WallRefusal {
  code: ErrorCode
  message?: string
  fix?: string
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])
const ownSites = new Set(['same-origin', 'none'])
/** Who watches a server asks it by whatever name its machine has. */
const healthPaths = new Set(['/healthz', '/readyz'])

/** Content types by path, `*` for all of a kind; every other route takes JSON only. */
const contentTypesByPath: Record<string, readonly string[]> = {
  // Files are of many kinds. Not what a form of another site sends without asking, save plain text, which its `Origin` gives away.
  '/api/files': ['application/octet-stream', 'text/*', 'image/*', 'audio/*', 'video/*', 'font/*', 'model/*', 'application/*', 'message/rfc822'],
  '/api/runs': ['application/xml', 'text/xml', 'application/json', 'multipart/form-data', 'application/octet-stream'],
}
/** A name or an address and a port, and nothing that a URL could have beside them. */
const hostPattern = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i
/** Of one type; a list of types, as `Accept` has them, is none. */
const typePattern = /^[\w.+-]+\/[\w.+-]+$/
const jsonOnly = ['application/json']
const formType = 'application/x-www-form-urlencoded'

/**
 * Decides whether a request may reach its route; undefined: it may.
 * In local mode the `Host` must be a loopback name, so that no other site's name can be pointed at this server; where
 * people sign in it must be that of NORTHLIGHT_URL, where one is set.
 * A request without `Origin` and `Sec-Fetch-Site` is no browser's (product.md, "Ids").
 */
export function planRequestWall(request: WallRequest, place: WallPlace): WallRefusal | undefined {
  if (isDisguised(request.path)) return { code: 'not-found', message: 'There is no route with that address.', fix: 'Write the address plainly.' }
  if (request.overridesMethod) return { code: 'request-invalid', message: 'A request is of the method that it is sent with, and of no other.' }
  return refuseHost(request, place) ?? (safeMethods.has(request.method) ? undefined : refuseOrigin(request, place) ?? refuseContentType(request))
}

/** Whether a path is one of a route's, written so that another reader of it might take it for something else. */
function isDisguised(path: string): boolean {
  if (!/\/\/|\\|%(?:2f|5c|2e|25|00)|\/\.{1,2}(?:\/|$)/i.test(path)) return false
  return /(?:^|[/\\]|%2f|%5c)api(?:[/\\]|%2f|%5c|$)/i.test(path)
}

function refuseHost({ path, headers }: WallRequest, place: WallPlace): WallRefusal | undefined {
  if (place.NORTHLIGHT_AUTH === 'local') return loopbackNames.has(toHostName(headers.host)) ? undefined : { code: 'host-refused' }
  if (place.NORTHLIGHT_URL === undefined || healthPaths.has(path)) return undefined
  const { protocol, origin } = new URL(place.NORTHLIGHT_URL)
  if (hostPattern.test(headers.host ?? '') && toOrigin(`${protocol}//${headers.host}`) === origin) return undefined
  return { code: 'host-refused', message: 'Northlight answers to the name in NORTHLIGHT_URL only.', fix: 'Open it there. A proxy in front must hand the Host header on.' }
}

/** Behind a proxy the address that people open, its scheme too; else whatever this server was asked by. */
function refuseOrigin({ headers }: WallRequest, { NORTHLIGHT_AUTH, NORTHLIGHT_URL }: WallPlace): WallRefusal | undefined {
  if (headers.secFetchSite !== undefined && !ownSites.has(headers.secFetchSite)) return { code: 'origin-refused' }
  if (headers.origin === undefined) return undefined
  const origin = toOrigin(headers.origin)
  const isOwn = NORTHLIGHT_AUTH === 'password' && NORTHLIGHT_URL !== undefined
    ? origin === new URL(NORTHLIGHT_URL).origin
    : origin !== undefined && new URL(origin).host === headers.host?.toLowerCase()
  return isOwn ? undefined : { code: 'origin-refused' }
}

function refuseContentType({ path, headers, hasBody }: WallRequest): WallRefusal | undefined {
  if (!hasBody) return undefined
  const allowed = Object.hasOwn(contentTypesByPath, path) ? contentTypesByPath[path] ?? jsonOnly : jsonOnly
  const type = headers.contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const family = `${type.split('/')[0]}/*`
  const isTaken = allowed.includes(type) || (allowed.includes(family) && type !== formType)
  if (isTaken && typePattern.test(type)) return undefined
  return {
    code: 'content-type-refused',
    message: `This route does not take ${type ? `the content type ${type}` : 'a body without a content type'}.`,
    fix: allowed.includes(family) || allowed.length > jsonOnly.length ? `Send it as ${allowed.join(', ')}; as application/octet-stream where it is not known.` : `Send it as ${allowed.join(', ')}.`,
  }
}

function toOrigin(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}

function toHostName(host = ''): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}
