import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as SchemaEngineModule from '@prisma/schema-engine-wasm/schema_engine_bg'

type SchemaEngineConstructor = typeof SchemaEngineModule.SchemaEngine

const packageEntry = '@prisma/schema-engine-wasm/schema_engine_bg'

// eslint-disable-next-line northlight/no-module-state -- The glue itself holds one instance a process.
let loading: Promise<SchemaEngineConstructor> | undefined

/** Prisma's migration engine, compiled to WASM: no native binary, no download. Its glue holds one instance a process. */
export function loadSchemaEngine(): Promise<SchemaEngineConstructor> {
  return loading ??= instantiate()
}

async function instantiate(): Promise<SchemaEngineConstructor> {
  const entry = createRequire(import.meta.url).resolve(packageEntry)
  const glue = await import(/* @vite-ignore */ pathToFileURL(entry).href) as typeof SchemaEngineModule & {
    __wbg_set_wasm(exports: WebAssembly.Exports): void
  }
  const bytes = await readFile(join(dirname(entry), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': glue })
  glue.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return glue.SchemaEngine
}
