/** Where nothing better is known. */
const startPath = '/'

/** What a browser drops, replaces or turns into a slash before it reads an address. */
const treacherous = /[\\\p{Cc}\p{Cs}\s]/u

/** Nothing to come back to. */
const gates = ['/sign-in', '/api/']

/**
 * The path that somebody goes on to once they are signed in, as an address named it: a page of our own, with its query.
 * Whatever could lead anywhere else is the start page.
 */
export function parseNextPath(named: unknown): string {
  if (typeof named !== 'string' || !named.startsWith('/') || named.startsWith('//') || treacherous.test(named)) return startPath
  const { pathname } = new URL(named, 'https://own.invalid')
  // What dots come to may begin with two slashes.
  if (pathname.startsWith('//') || gates.some((gate) => isAt(pathname, gate))) return startPath
  return named
}

/** The address of the page where one signs in, and from there comes back to `path`. */
export function toSignInPath(path: string, { hasEnded = false } = {}): string {
  const next = parseNextPath(path)
  const query = new URLSearchParams({ ...(next === startPath ? {} : { next }), ...(hasEnded ? { ended: 'true' } : {}) }).toString()
  return query === '' ? '/sign-in' : `/sign-in?${query}`
}

function isAt(path: string, gate: string): boolean {
  return path === gate || path.startsWith(gate.endsWith('/') ? gate : `${gate}/`)
}
