import type { Token } from 'markdown-it'

const hostInText = /(?:^|[\s(<"'])(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/@]+@)?((?:[\p{L}\d-]+\.)+\p{L}{2,}|localhost)(?::\d+)?(?=$|[\s/?#)>"',.;:!])/iu

/** What every text that names a host has: most have not, and the pattern above is slow. */
const hostMark = /\S\.\S|localhost/i

/**
 * The host that a link really leads to, when its text names another one or its address hides one
 * behind a user name; else undefined. Shown after the link's text, so that no link can pose as another.
 */
export function resolveHiddenHost(href: string, text: string): string | undefined {
  const namesHost = hostMark.test(text)
  if (!namesHost && !href.includes('@')) {
    return undefined
  }
  const target = parseAddress(href)
  if (target === undefined || target.host === '') {
    return undefined
  }
  if (target.username !== '' || target.password !== '') {
    return target.host
  }
  const named = namesHost ? hostInText.exec(text)?.[1]?.toLowerCase() : undefined
  return named === undefined || isSameSite(named, target.hostname) ? undefined : target.host
}

/** The visible text of the inline tokens between a link's opening and its closing. */
export function toLinkText(tokens: readonly Token[]): string {
  return tokens.map((token) => token.type === 'image' ? toLinkText(token.children ?? []) : token.content).join('')
}

function isSameSite(named: string, target: string): boolean {
  const withoutPrefix = (host: string) => host.replace(/^www\./, '')
  return withoutPrefix(named) === withoutPrefix(target)
}

function parseAddress(href: string): URL | undefined {
  return URL.canParse(href) ? new URL(href) : undefined
}
