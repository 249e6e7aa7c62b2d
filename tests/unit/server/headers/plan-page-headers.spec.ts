import { describe, expect, it } from 'vitest'
import { addNonce } from '#layers/northlight/server/headers/add-nonce.ts'
import { planPageHeaders } from '#layers/northlight/server/headers/plan-page-headers.ts'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'
import type { PageSurface } from '#layers/northlight/shared/host/page-surface.ts'

const password = { NORTHLIGHT_AUTH: 'password', NORTHLIGHT_SECRET: 'x'.repeat(32) }
const plan = (surface: PageSurface, variables: Record<string, string> = {}) => planPageHeaders(surface, readEnvironment(variables), 'once')

function readPolicy(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries((headers['content-security-policy'] ?? '').split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]))
}

describe('the headers of a page', () => {
  it('let nothing in but its own', () => {
    expect(readPolicy(plan('page'))).toEqual({
      'default-src': '\'none\'', 'script-src': '\'nonce-once\' \'strict-dynamic\'', 'style-src': '\'self\' \'nonce-once\'', 'img-src': '\'self\'', 'connect-src': '\'self\'',
      'font-src': '\'self\'', 'worker-src': '\'self\'', 'manifest-src': '\'self\'', 'frame-src': '\'none\'', 'object-src': '\'none\'', 'base-uri': '\'none\'',
      'form-action': '\'none\'', 'frame-ancestors': '\'none\'', 'require-trusted-types-for': '\'script\'', 'trusted-types': 'vue northlight-code',
    })
    for (const surface of ['page', 'embed', 'word'] as const) expect(plan(surface)['content-security-policy']).not.toMatch(/unsafe|\*(?!\.|;| |$)|data:|blob:/)
  })

  it('let nobody frame a page, any page of this machine the chat in local mode, and elsewhere those that are named', () => {
    const ancestors = (surface: PageSurface, variables: Record<string, string>) => readPolicy(plan(surface, variables))['frame-ancestors']
    const named = { NORTHLIGHT_EMBED_ORIGINS: 'https://a.example https://b.example:8443' }
    expect(ancestors('page', { ...password, ...named })).toBe('\'none\'')
    expect(ancestors('embed', password)).toBe('\'none\'')
    expect(ancestors('embed', { ...password, ...named })).toBe('https://a.example https://b.example:8443')
    expect(ancestors('embed', {})).toMatch(/^http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*/)
    expect(ancestors('word', password)).toContain('https://*.officeapps.live.com')
    expect(ancestors('word', named)).not.toContain('a.example')
  })

  it('ask for https where people open the server by it, and not elsewhere', () => {
    const secure = plan('page', { ...password, NORTHLIGHT_URL: 'https://chat.example' })
    expect(secure['strict-transport-security']).toMatch(/^max-age=\d{8}$/)
    expect(secure['content-security-policy']).toMatch(/; upgrade-insecure-requests$/)
    expect(plan('page', { ...password, NORTHLIGHT_URL: 'http://chat.example' })['strict-transport-security']).toBeUndefined()
    expect(plan('page')['content-security-policy']).not.toContain('upgrade')
  })

  it('keep a page apart from its opener, a pane of Office excepted', () => {
    expect([plan('page'), plan('embed'), plan('word')].map((headers) => headers['cross-origin-opener-policy'])).toEqual(['same-origin', 'same-origin', 'unsafe-none'])
  })
})

describe('the nonce', () => {
  it('is on each script, style and link, and leaves what they hold alone', () => {
    expect(addNonce('<meta name="a"><script type="module" src="a.js"></script><script>let a = "<script src=x>"</script><style>a{}</style><link rel="stylesheet" href="a.css">', 'once'))
      .toBe('<meta name="a"><script nonce="once" type="module" src="a.js"></script><script nonce="once">let a = "<script src=x>"</script><style nonce="once">a{}</style><link nonce="once" rel="stylesheet" href="a.css">')
  })

  it('is on nothing that only begins alike', () => {
    expect(addNonce('<scripty><stylesheet><linked>&lt;script&gt;', 'once')).toBe('<scripty><stylesheet><linked>&lt;script&gt;')
  })
})
