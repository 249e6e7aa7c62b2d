import process from 'node:process'
import { defineConfig } from 'prisma/config'

// `generate` and `validate` look for a native engine that nothing here uses; any existing file satisfies them,
// so that installing needs no download. Migrations run on Prisma's WASM engine (server/store/migrations/).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({ schema: 'prisma/schema.prisma' })
