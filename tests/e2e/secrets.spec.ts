import { expect, test } from '@playwright/test'
import { startBuiltServer } from './support/built-server.ts'

const planted = {
  NORTHLIGHT_SECRET: 'planted-signing-secret-0123456789abcdef',
  OPENAI_API_KEY: 'planted-openai-key-0001',
  ANTHROPIC_API_KEY: 'planted-anthropic-key-0002',
  OPENAI_BASE_URL: 'https://user:planted-proxy-0003@models.invalid/v1',
  REDIS_URL: 'redis://:planted-redis-0004@127.0.0.1:1',
}
const secrets = ['planted-', 'cGxhbnRlZC']

test('the environment\'s secrets are in no page and in nothing that the server prints', async () => {
  const server = await startBuiltServer({ ...planted, NORTHLIGHT_LOG_LEVEL: 'debug' })
  try {
    const seen: string[] = []
    for (const path of ['/', '/embed', '/word', '/settings/appearance', '/no-such-page?token=planted-query-0005', '/api/no-such-route', '/api/chats?key=planted-query-0006', '/readyz']) {
      const response = await fetch(`${server.url}${path}`, { headers: { 'cookie': 'theme=planted-cookie-0007', 'x-forwarded-for': 'planted-header-0008' } })
      const text = await response.text()
      // A page that isn't there says which one was asked for.
      seen.push(text.replaceAll('/no-such-page?token=planted-query-0005', ''), JSON.stringify([...response.headers]))
    }
    const lines = server.output().split('\n').filter(Boolean)
    for (const secret of secrets) expect([...seen, ...lines].filter((text) => text.includes(secret)).map((text) => text.slice(Math.max(0, text.indexOf(secret) - 100), text.indexOf(secret) + 60))).toEqual([])
    // The log was there to be looked at: Redis, which nobody answers for, is said to be gone.
    expect(lines.some((line) => line.startsWith('{') && line.includes('Redis is gone'))).toBe(true)
  }
  finally {
    await server.stop()
  }
})
