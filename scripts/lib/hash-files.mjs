import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Sixteen hex digits over all `texts`, in their order. */
export function hashTexts(texts) {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:`).update(text)
  return hash.digest('hex').slice(0, 16)
}

/** Hashes names and contents of the files under `paths` (files or folders below `root`; a missing one counts as empty). */
export async function hashFiles(root, paths) {
  const files = (await Promise.all(paths.map((path) => listFiles(join(root, path))))).flat().sort()
  const texts = await Promise.all(files.map(async (file) => [relative(root, file), await readFile(file)]))
  return hashTexts(texts.flat())
}

async function listFiles(path) {
  if (!existsSync(path)) return []
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined)
  if (!entries) return [path]
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}
