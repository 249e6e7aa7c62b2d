import type { UIMessage } from 'ai'
import type { App, ComponentPublicInstance } from 'vue'
import { markdownParser } from '#layers/northlight/shared/markdown/markdown-parser.ts'
import type { WorkCounts } from '#layers/northlight/tests/bench/bench-page.ts'

/** Counts what a page does from now on. Before the components that it counts are first used. */
export function countWork(app: App) {
  let counts = toEmptyCounts()
  const planned = new Set<string>()
  const takeRecords = observeNodes((touched) => counts.touchedNodes += touched)
  app.mixin({
    mounted(this: ComponentPublicInstance) {
      increase(counts.mounts, this)
    },
    updated(this: ComponentPublicInstance) {
      increase(counts.updates, this)
    },
  })
  const { block } = markdownParser
  const parse = block.parse.bind(block)
  block.parse = (source, ...others) => {
    counts.parsedCharacters += source.length
    parse(source, ...others)
  }
  return {
    /** The same messages; a plan of one reads its parts, and nothing else here does. */
    watchMessages: (messages: readonly UIMessage[]) => messages.map((message) => watchParts(message, () => planned.add(message.id))),
    counts(): WorkCounts {
      takeRecords()
      return { ...counts, plans: planned.size }
    },
    resetCounts() {
      takeRecords()
      planned.clear()
      counts = toEmptyCounts()
    },
  }
}

const toEmptyCounts = (): WorkCounts => ({ mounts: {}, updates: {}, plans: 0, parsedCharacters: 0, touchedNodes: 0 })

function increase(byName: Record<string, number>, { $options }: ComponentPublicInstance) {
  const name = String($options.__name ?? $options.name ?? 'unnamed')
  byName[name] = (byName[name] ?? 0) + 1
}

function watchParts(message: UIMessage, onRead: () => void): UIMessage {
  const { parts } = message
  return Object.defineProperty({ ...message }, 'parts', {
    enumerable: true,
    get() {
      onRead()
      return parts
    },
  })
}

function observeNodes(onTouched: (count: number) => void) {
  const take = (records: readonly MutationRecord[]) => records.forEach((record) => onTouched(countTouched(record)))
  const observer = new MutationObserver(take)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  return () => take(observer.takeRecords())
}

function countTouched({ type, addedNodes, removedNodes }: MutationRecord): number {
  return type === 'childList' ? [...addedNodes, ...removedNodes].reduce((sum, node) => sum + countNodes(node), 0) : 1
}

function countNodes(node: Node): number {
  return 1 + [...node.childNodes].reduce((sum, child) => sum + countNodes(child), 0)
}
