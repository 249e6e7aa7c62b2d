import { onBeforeUnmount, onMounted, onUpdated, type Ref } from 'vue'
import { resolveGrammar } from './highlight-names.ts'

const finishedCode = 'pre > code[class^="language-"]'
/** While the text grows, its last block may still change. */
const settledCode = `:scope > :not(:last-child) ${finishedCode}`

/**
 * Colours the code blocks of rendered Markdown once they are in sight; the highlighter is loaded then, not before.
 * A block is coloured once, when it no longer grows, so colours never come and go.
 */
export function useHighlightedCode(root: Ref<HTMLElement | null>, streaming: () => boolean): void {
  const seen = new WeakSet<Element>()
  let visibility: IntersectionObserver | undefined

  const watchBlocks = () => {
    for (const code of root.value?.querySelectorAll(streaming() ? settledCode : finishedCode) ?? []) {
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
  onMounted(watchBlocks)
  onUpdated(watchBlocks)
  onBeforeUnmount(() => visibility?.disconnect())
}

function toGrammar(code: Element): string | undefined {
  return resolveGrammar(code.className.replace('language-', ''))
}

/** Longer code stays plain: colouring it would hold the page. In UTF-16 units. */
const longestCode = 50_000

async function highlight(code: Element): Promise<void> {
  const grammar = toGrammar(code)
  if ((code.textContent ?? '').length > longestCode) return
  const { highlightTrusted } = await import('./highlight-code.ts')
  if (grammar !== undefined && code.isConnected) {
    code.innerHTML = highlightTrusted(code.textContent ?? '', grammar)
  }
}
