import { computed, type ComputedRef } from 'vue'
import { renderMarkdown } from '#layers/northlight/shared/markdown/render-markdown.ts'
import {
  renderSettledMarkdown, renderStreamingMarkdown, type StreamingMarkdown,
} from '#layers/northlight/shared/markdown/render-streaming-markdown.ts'

/** The HTML of a text, block by block: settled blocks stay the same strings while the text grows and when it is done. */
export function useMarkdownBlocks(text: () => string, streaming: () => boolean): ComputedRef<readonly string[]> {
  let growing: StreamingMarkdown | undefined
  return computed(() => {
    if (streaming()) {
      growing = renderStreamingMarkdown(text(), growing)
      return growing.html
    }
    return growing === undefined ? [renderMarkdown(text())] : renderSettledMarkdown(text(), growing)
  })
}
