import { expect, it } from 'vitest'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'
import { maskSecrets } from '#layers/northlight/server/utils/mask-secrets.ts'

it('leaves a text alone when nothing secret is set, a NUL in it too', () => {
  expect(maskSecrets('a\u0000b', readEnvironment({}))).toBe('a\u0000b')
})

it('masks keys and the passwords of databases, as they are written and as they are meant', () => {
  const environment = readEnvironment({
    OPENAI_API_KEY: 'sk-one', ANTHROPIC_API_KEY: 'sk-two', DATABASE_URL: 'postgresql://app:p%40ss@host/db', DATABASE_OWNER_URL: 'postgres://owner@host/db?password=hunter2',
  })
  expect(maskSecrets('sk-one sk-two p%40ss p@ss hunter2 app', environment)).toBe('[key] [key] [password] [password] [password] app')
})
