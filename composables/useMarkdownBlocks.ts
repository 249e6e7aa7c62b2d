import { computed, getCurrentInstance, onMounted, type ComputedRef } from 'vue'
import { dropEmptyEnd } from '#layers/northlight/shared/markdown/drop-empty-end.ts'
import type { StreamingMarkdown } from '#layers/northlight/shared/markdown/render-streaming-markdown.ts'
import { loadMarkdownRenderer, useMarkdownRenderer } from './markdown-renderer.ts'
import { whenIdle } from './when-idle.ts'

/**
 * The HTML of a text, block by block: settled blocks stay the same strings while the text grows and when it is done.
 * What the server rendered is taken as it stands until the text changes, and nothing is parsed again.
 */
export function useMarkdownBlocks(text: () => string, streaming: () => boolean): ComputedRef<readonly string[]> {
  const renderer = useMarkdownRenderer()
  const served = { html: readServedBlocks(), text: text(), streaming: streaming() }
  const isServed = () => served.text === text() && served.streaming === streaming()
  let growing: StreamingMarkdown | undefined
  if (!renderer.value) {
    if (served.html) onMounted(() => whenIdle(() => void loadMarkdownRenderer()))
    else void loadMarkdownRenderer()
  }
  return computed(() => {
    if (served.html && (isServed() || !renderer.value)) return served.html
    if (!renderer.value) return []
    const { renderMarkdown, renderSettledMarkdown, renderStreamingMarkdown } = renderer.value
    if (streaming()) {
      growing = renderStreamingMarkdown(text(), growing)
      return dropEmptyEnd(growing.html)
    }
    return growing === undefined ? [renderMarkdown(text())] : dropEmptyEnd(renderSettledMarkdown(text(), growing))
  })
}

/** The blocks of the server's HTML, which the component that is set up takes over; undefined where it makes its own. */
function readServedBlocks(): readonly string[] | undefined {
  const root: unknown = getCurrentInstance()?.vnode.el
  return root && root instanceof Element ? Array.from(root.children, (block) => block.innerHTML) : undefined
}
