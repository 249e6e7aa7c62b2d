import { findWords } from '#layers/northlight/shared/search/find-words.ts'

/** Words don't run from one of these into the next. */
const blocks = 'p, li, td, th, pre, h1, h2, h3, h4, h5, h6, dt, dd, button, div'

/** The text nodes of one block, and where in the block's text each begins. */
interface BlockText {
  block: Element | null
  text: string
  nodes: { node: Node, start: number }[]
}

/** Where words stand in what an element shows, however their letters are marked up; `words` are folded (`foldText`). */
export function findTextRanges(root: Element, words: readonly string[]): Range[] {
  return toBlockTexts(root).flatMap((blockText) => findWords(blockText.text, words).map(({ start, end }) => {
    const range = document.createRange()
    range.setStart(...toPoint(blockText, start, false))
    range.setEnd(...toPoint(blockText, end, true))
    return range
  }))
}

function toBlockTexts(root: Element): BlockText[] {
  const texts: BlockText[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const block = node.parentElement?.closest(blocks) ?? null
    let last = texts.at(-1)
    if (!last || last.block !== block) texts.push(last = { block, text: '', nodes: [] })
    last.nodes.push({ node, start: last.text.length })
    last.text += node.nodeValue ?? ''
  }
  return texts
}

/** A range begins in the node that goes on there, and ends in the one that has come so far. */
function toPoint({ nodes }: BlockText, index: number, isEnd: boolean): [Node, number] {
  const found = nodes.findLast(({ start }) => isEnd ? start < index : start <= index) ?? nodes[0]
  if (!found) throw new RangeError('A block without text has no words.')
  return [found.node, index - found.start]
}
