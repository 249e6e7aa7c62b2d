import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface RouteFile {
  /** Absolute. */
  file: string
  method: string
  /** As the router takes it, with `:name` for a parameter. */
  path: string
}

const root = join(import.meta.dirname, '../..')
const folders = [{ folder: 'server/api', prefix: '/api' }, { folder: 'server/routes', prefix: '' }]

/** Every route of the server, by the rules that Nitro reads file names by. */
export function listRouteFiles(): RouteFile[] {
  return folders.flatMap(({ folder, prefix }) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => toRoute(join(root, folder, name), `${prefix}/${relative('.', name)}`)))
}

function toRoute(file: string, name: string): RouteFile {
  const [, base = '', method = ''] = /^(?<base>.*?)(?:\.(?<method>get|post|patch|put|delete))?\.ts$/.exec(name) ?? []
  const path = base.replace(/\/index$/, '').replaceAll(/\[\.\.\.\w*\]/g, '**').replaceAll(/\[(\w+)\]/g, ':$1')
  return { file, method: method.toUpperCase(), path: path || '/' }
}
