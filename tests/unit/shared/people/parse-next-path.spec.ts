import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNextPath, toSignInPath } from '#layers/northlight/shared/people/parse-next-path.ts'

const own = 'https://chat.example.com'

/** Pieces that addresses are bent with. */
const piece = fc.constantFrom('/', '\\', '.', '..', '//', '@', ':', 'evil.example', 'https:', 'javascript:', '%2f', '%5c', '%09', '\t', '\n', '\r', '\0', ' ', '\u00A0', '\uFEFF', '?', '#', 'chat', 'sign-in', 'a', '\uD800', '／', '\u2028')
const bent = fc.oneof(fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')), fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`), fc.string({ unit: 'binary' }), fc.webUrl())

describe('parseNextPath', () => {
  it.each(['/chat/abc', '/', '/settings/people', '/embed?chat=abc_-1', '/sign-up?invitation=abc', '/sign-in-sheet', '/chat/a?b=%2F%2Fevil.example#end', '/@evil.example', '/chat/für'])('keeps %s', (path) => {
    expect(parseNextPath(path)).toBe(path)
  })

  it.each([
    '//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil.example', 'https://evil.example', 'javascript:alert(1)', 'chat/abc', '', ' /chat', '/..//evil.example', '/.//evil.example',
    '/%2e//evil.example', '/sign-in', '/sign-in?next=/chat', '/sign-in/', '/x/../sign-in', '/api/files/1', undefined, null, 3, ['/chat'], { next: '/chat' },
  ])('takes the start page for %j', (named) => {
    expect(parseNextPath(named)).toBe('/')
  })

  it('never leads away from our own address, whatever is named, and never back to a gate', () => {
    fc.assert(fc.property(bent, (named) => {
      const { origin, pathname } = new URL(parseNextPath(named), `${own}/sign-in`)
      expect(origin).toBe(own)
      expect(pathname).not.toMatch(/^\/(?:\/|sign-in(?:\/|$)|api\/)/)
    }), { numRuns: 2_000 })
  })

  it('gives what it gave', () => {
    fc.assert(fc.property(bent, (named) => {
      const path = parseNextPath(named)
      expect(parseNextPath(path)).toBe(path)
    }))
  })
})

describe('toSignInPath', () => {
  it('names the page to come back to, so that it is read as it was', () => {
    fc.assert(fc.property(bent, fc.boolean(), (path, hasEnded) => {
      const { pathname, searchParams } = new URL(toSignInPath(path, { hasEnded }), own)
      expect(pathname).toBe('/sign-in')
      expect(parseNextPath(searchParams.get('next') ?? '/')).toBe(parseNextPath(path))
      expect(searchParams.get('ended')).toBe(hasEnded ? 'true' : null)
    }))
  })

  it('says no more than it must', () => {
    expect(toSignInPath('/')).toBe('/sign-in')
    expect(toSignInPath('/chat/a?b=c')).toBe('/sign-in?next=%2Fchat%2Fa%3Fb%3Dc')
  })
})
