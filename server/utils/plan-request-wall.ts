import type { ErrorCode } from '#layers/northlight/shared/errors/error-catalogue.ts'

export interface WallRequest {
  method: string
  path: string
  headers: { host?: string, origin?: string, contentType?: string, secFetchSite?: string }
  /** Whether a body was announced; a POST without one has no content type to judge. */
  hasBody: boolean
}

export interface WallRefusal {
  code: ErrorCode
  message?: string
  fix?: string
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])
const ownSites = new Set(['same-origin', 'none'])
const jsonOnly = ['application/json']

/** Files are of any type. A form of another site can send some of them, but not without its `Origin`. */
const anyType = ['*']

/** Content types by path; every other route takes JSON only. */
const contentTypesByPath: Record<string, string[]> = {
  '/api/files': anyType,
  '/api/runs': ['application/xml', 'text/xml', 'application/json', 'multipart/form-data', 'application/octet-stream'],
}

/**
 * Decides whether a request may reach its route; undefined: it may.
 * In local mode the `Host` must be a loopback name, so that no other site's name can be pointed at this server.
 * A request without `Origin` and `Sec-Fetch-Site` is no browser's (product.md, "Ids").
 */
export function planRequestWall(request: WallRequest): WallRefusal | undefined {
  if (!loopbackNames.has(hostName(request.headers.host))) return { code: 'host-refused' }
  if (safeMethods.has(request.method)) return undefined
  return refuseOrigin(request) ?? refuseContentType(request)
}

function refuseOrigin({ headers }: WallRequest): WallRefusal | undefined {
  if (headers.secFetchSite !== undefined && !ownSites.has(headers.secFetchSite)) return { code: 'origin-refused' }
  if (headers.origin === undefined) return undefined
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host ? undefined : { code: 'origin-refused' }
}

function refuseContentType({ path, headers, hasBody }: WallRequest): WallRefusal | undefined {
  if (!hasBody) return undefined
  const allowed = Object.hasOwn(contentTypesByPath, path) ? contentTypesByPath[path] ?? jsonOnly : jsonOnly
  const type = headers.contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (allowed.includes(type) || (allowed === anyType && type !== '')) return undefined
  return {
    code: 'content-type-refused',
    message: `This route does not take ${type ? `the content type ${type}` : 'a body without a content type'}.`,
    fix: allowed === anyType ? 'Send application/octet-stream where the type is not known.' : `Send it as ${allowed.join(', ')}.`,
  }
}

function hostName(host = ''): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}
