import { basename, dirname, resolve } from 'node:path'
import type { GetManualChunk, GetModuleInfo, Plugin } from 'rollup'

const workerUrl = /new URL\('(?<path>\.\/[\w-]+-worker\.ts)', import\.meta\.url\)/g

/**
 * Bundles each `new URL('./x-worker.ts', import.meta.url)` of the server as an entry of its own.
 * In the server that Nitro builds, `import.meta.url` is the address of its main file, wherever the code ends up.
 * What a worker imports goes into a chunk beside the server's: a part of the server would start a second one.
 */
export function workerEntries(): Plugin {
  const workerIds = new Set<string>()
  return {
    name: 'northlight-worker-entries',
    transform(code, id) {
      const replaced = code.replaceAll(workerUrl, (_match, path: string) => {
        const fileName = `workers/${basename(path, '.ts')}.mjs`
        const workerId = resolve(dirname(id), path)
        workerIds.add(workerId)
        this.emitFile({ type: 'chunk', id: workerId, fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
      // The line stays as long as it was, to within a few characters.
      return replaced === code ? null : { code: replaced, map: null }
    },
    outputOptions(options) {
      const { manualChunks } = options
      let imports: ReadonlySet<string> | undefined
      const choose: GetManualChunk = (id, api) => {
        imports ??= findImports(workerIds, api.getModuleInfo)
        if (imports.has(id)) return 'workers'
        return typeof manualChunks === 'function' ? manualChunks(id, api) : undefined
      }
      return { ...options, manualChunks: choose }
    },
  }
}

/** All that the entries import, and what that imports, but not the entries themselves. */
function findImports(entryIds: ReadonlySet<string>, getModuleInfo: GetModuleInfo): Set<string> {
  const found = new Set<string>()
  const waiting = [...entryIds]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const inside = (getModuleInfo(id)?.importedIds ?? []).filter((one) => !found.has(one) && !getModuleInfo(one)?.isExternal)
    for (const one of inside) found.add(one)
    waiting.push(...inside)
  }
  return found
}
