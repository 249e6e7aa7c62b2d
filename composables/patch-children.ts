/**
 * Makes what an element holds equal to what `next` holds, and touches only what differs: what a reader has selected,
 * focused or scrolled stays. `next` is used up.
 */
export function patchChildren(shown: Node, next: Node): void {
  let child = shown.firstChild
  let wanted = next.firstChild
  while (wanted) {
    const following: ChildNode | null = wanted.nextSibling
    const after: ChildNode | null = child?.nextSibling ?? null
    if (!child) shown.appendChild(wanted)
    else if (!patchNode(child, wanted)) child.replaceWith(wanted)
    child = after
    wanted = following
  }
  while (child) {
    const after: ChildNode | null = child.nextSibling
    child.remove()
    child = after
  }
}

/** False where one can't become the other. */
function patchNode(shown: ChildNode, next: ChildNode): boolean {
  if (shown instanceof CharacterData && next instanceof CharacterData) {
    patchText(shown, next.data)
    return true
  }
  if (!(shown instanceof Element && next instanceof Element) || shown.localName !== next.localName) return false
  if (keepsContent(shown, next)) return true
  if (isColoured(shown)) return false
  patchAttributes(shown, next)
  patchChildren(shown, next)
  return true
}

/** A selection in the part that stays is left where it is. */
function patchText(shown: CharacterData, next: string): void {
  const { data } = shown
  if (data === next) return
  let same = 0
  while (same < data.length && data.charCodeAt(same) === next.charCodeAt(same)) same++
  shown.replaceData(same, data.length - same, next.slice(same))
}

function patchAttributes(shown: Element, next: Element): void {
  for (const { name } of [...shown.attributes]) {
    if (!next.hasAttribute(name)) shown.removeAttribute(name)
  }
  for (const { name, value } of next.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value)
  }
}

/** A button says by itself what it did, and code keeps its colours while its text is the same. */
function keepsContent(shown: Element, next: Element): boolean {
  return shown.localName === 'button' || (isColoured(shown) && shown.className === next.className && shown.textContent === next.textContent)
}

function isColoured(element: Element): boolean {
  return element.localName === 'code' && element.firstElementChild !== null
}
