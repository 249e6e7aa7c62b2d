import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { computeSchemaDiff } from '#layers/northlight/scripts/database/compute-schema-diff.ts'
import { migrations } from './test-postgres.ts'

/** A whole database, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const schema = await readFile(join(import.meta.dirname, '../../../prisma/schema.prisma'), 'utf8')

describe('the drift between migrations and schema', () => {
  it('is the SQL that is missing', async () => {
    expect(await computeSchemaDiff(migrations, `${schema}\nmodel Drifted {\n  id String @id\n}\n`)).toContain('CREATE TABLE "Drifted"')
  })
})
