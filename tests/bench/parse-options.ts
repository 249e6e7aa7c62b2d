import { parseArgs } from 'node:util'
import { works, type WorkKind } from './works.ts'

export interface Work {
  /** Kind and size, as it was named. */
  name: string
  kind: WorkKind
  size: number
}

export interface BenchOptions {
  pairs: number
  works: Work[]
  /** Other pages behind `window.bench`, by their name. */
  others: Map<string, string>
}

const everything = 'w1:200,w1:1000,w1:3000,counts:1000,w2f:1000,w2p:1000,growth,w3:1000,w4,open:1000'

/** `--pairs 9 --only w1:200,growth --with name=http://…` @throws {Error} when they name what is not there. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { pairs: { type: 'string', default: '9' }, only: { type: 'string', default: everything }, with: { type: 'string', multiple: true, default: [] } },
  })
  const pairs = Number(values.pairs)
  if (!Number.isInteger(pairs) || pairs < 1) throw new Error(`${values.pairs} is no number of pairs.`)
  return { pairs, works: values.only.split(',').map(parseWork), others: new Map(values.with.map(parsePage)) }
}

function parseWork(name: string): Work {
  const [kind = '', size = '0'] = name.split(':')
  if (!isKind(kind) || !Number.isInteger(Number(size))) throw new Error(`There is no work ${name}. The works: ${everything}.`)
  return { name, kind, size: Number(size) }
}

const isKind = (name: string): name is WorkKind => Object.hasOwn(works, name)

function parsePage(text: string): [name: string, url: string] {
  const [, name, url] = /^(\w[\w-]*)=(https?:\/\/.+)$/.exec(text) ?? []
  if (!name || !url) throw new Error(`${text} is not name=address.`)
  return [name, url]
}
