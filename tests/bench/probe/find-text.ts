/** Text nodes that are looked at, from the end of the page: what is looked for is in the last message. */
const mostNodes = 4_000

/** The last text of the page that holds `words`, from its end. */
function findText(words: string): Text | undefined {
  // Asked before the page has come, too.
  if (!document.body) return undefined
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let node = toLastNode(document.body)
  walker.currentNode = node
  for (let count = 0; count < mostNodes; count++) {
    if (node instanceof window.Text && node.data.includes(words) && !isCode(node)) return node
    const before = walker.previousNode()
    if (!before) return undefined
    node = before
  }
  return undefined
}

/** A page also carries its data as text. */
const isCode = (text: Text) => text.parentElement?.matches('script, style, template') ?? false

export const holdsText = (words: string) => findText(words) !== undefined

/** Whether it is drawn, were it scrolled to. */
export const showsText = (words: string) => findText(words)?.parentElement?.checkVisibility() ?? false

/** Whether it stands where the reader is. */
export function isOnScreen(words: string): boolean {
  const text = findText(words)
  if (!text) return false
  const range = document.createRange()
  range.selectNodeContents(text)
  const { top, bottom } = range.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && bottom > top
}

function toLastNode(node: Node): Node {
  return node.lastChild ? toLastNode(node.lastChild) : node
}
