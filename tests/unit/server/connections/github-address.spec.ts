import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseGithubKey, toGithubKey, toGithubSite, toGithubThreadUrl } from '#layers/northlight/server/connections/github-address.ts'

it.each([
  ['https://api.github.com', 'https://github.com'],
  ['https://api.github.com/', 'https://github.com'],
  ['https://api.octo.ghe.com', 'https://octo.ghe.com'],
  ['https://github.example.com/api/v3', 'https://github.example.com'],
  ['https://github.example.com/api/v3/', 'https://github.example.com'],
  ['https://github.example.com:8443/git/api/v3', 'https://github.example.com:8443/git'],
  ['https://api.github.com.evil.example', 'https://api.github.com.evil.example'],
])('knows where people read what %s serves', (api, site) => {
  expect(toGithubSite(api)).toBe(site)
})

it('reads a key as it was written', () => {
  const name = fc.stringMatching(/^[A-Za-z\d][A-Za-z\d-]{0,20}$/)
  fc.assert(fc.property(name, fc.stringMatching(/^[\w-][\w.-]{0,20}$/), fc.integer({ min: 1, max: 999_999 }), (owner, repository, number) => {
    expect(parseGithubKey(toGithubKey({ owner, repository, number }))).toEqual({ owner, repository, number })
  }))
})

it('makes an address of nothing that leads out of its site', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', '/', '.', '#', '1', '%', '?', '\\', '@', ':', ' ') }), (key) => {
    const place = parseGithubKey(key)
    if (!place) return
    const url = toGithubThreadUrl('https://github.com', place, true)
    expect(new URL(url).href).toBe(url)
    expect(new URL(url).pathname.split('/')).toEqual(['', place.owner, place.repository, 'pull', String(place.number)])
  }))
})
