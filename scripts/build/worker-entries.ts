import { basename, dirname, resolve } from 'node:path'
import type { Plugin } from 'rollup'

const workerUrl = /new URL\('(?<path>\.\/[\w-]+-worker\.ts)', import\.meta\.url\)/g

/**
 * Bundles each `new URL('./x-worker.ts', import.meta.url)` of the server as an entry of its own.
 * In the server that Nitro builds, `import.meta.url` is the address of its main file, wherever the code ends up.
 */
export function workerEntries(): Plugin {
  return {
    name: 'northlight-worker-entries',
    transform(code, id) {
      const replaced = code.replaceAll(workerUrl, (_match, path: string) => {
        const fileName = `workers/${basename(path, '.ts')}.mjs`
        this.emitFile({ type: 'chunk', id: resolve(dirname(id), path), fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
      // The line stays as long as it was, to within a few characters.
      return replaced === code ? null : { code: replaced, map: null }
    },
  }
}
