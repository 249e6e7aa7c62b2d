import { onBeforeUnmount, onMounted, onUpdated, type Ref } from 'vue'
import { resolveGrammar } from './highlight-names.ts'
import { whenIdle } from './when-idle.ts'

const namedCode = 'pre > code[class^="language-"]'

/** Longer code stays plain: colouring it would hold the page. In UTF-16 units. */
const longestCode = 50_000

/**
 * Colours the code of a block of Markdown once it is settled, in sight and not selected, while the page has nothing
 * else to do; the highlighter is loaded then, not before. Code is coloured once, when it no longer grows, so colours
 * never come and go.
 */
export function useHighlightedCode(root: Ref<HTMLElement | null>, settled: () => boolean): void {
  const seen = new WeakSet<Element>()
  let visibility: IntersectionObserver | undefined

  const watchCode = () => {
    if (!settled()) return
    for (const code of root.value?.querySelectorAll(namedCode) ?? []) {
      if (!seen.has(code) && toGrammar(code) !== undefined) {
        seen.add(code)
        visibility ??= new IntersectionObserver(highlightVisible)
        visibility.observe(code)
      }
    }
  }
  const highlightVisible = (entries: IntersectionObserverEntry[]) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        visibility?.unobserve(target)
        void highlight(target)
      }
    }
  }
  onMounted(watchCode)
  onUpdated(watchCode)
  onBeforeUnmount(() => visibility?.disconnect())
}

function toGrammar(code: Element): string | undefined {
  return resolveGrammar(code.className.replace('language-', ''))
}

async function highlight(code: Element): Promise<void> {
  const grammar = toGrammar(code)
  if (grammar === undefined || (code.textContent ?? '').length > longestCode) return
  const { highlightTrusted } = await import('./highlight-code.ts')
  const colour = () => {
    if (!code.isConnected) return
    if (isSelected(code)) document.addEventListener('selectionchange', colourWhenIdle, { once: true })
    else code.innerHTML = highlightTrusted(code.textContent ?? '', grammar)
  }
  const colourWhenIdle = () => whenIdle(colour)
  colourWhenIdle()
}

function isSelected(code: Element): boolean {
  const selection = document.getSelection()
  return selection?.isCollapsed === false && selection.containsNode(code, true)
}
