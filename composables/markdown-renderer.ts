import { shallowRef, type ShallowRef } from 'vue'

interface MarkdownRenderer {
  renderMarkdown: typeof import('#layers/northlight/shared/markdown/render-markdown.ts').renderMarkdown
  renderSettledMarkdown: typeof import('#layers/northlight/shared/markdown/render-streaming-markdown.ts').renderSettledMarkdown
  renderStreamingMarkdown: typeof import('#layers/northlight/shared/markdown/render-streaming-markdown.ts').renderStreamingMarkdown
}

// eslint-disable-next-line northlight/no-module-state -- Code that was loaded, the same for everybody.
const renderer = shallowRef<MarkdownRenderer>()

/** The parser, as soon as it is loaded: half of what a chat needs to run, and the server's HTML is read without it. */
export function useMarkdownRenderer(): Readonly<ShallowRef<MarkdownRenderer | undefined>> {
  return renderer
}

export async function loadMarkdownRenderer(): Promise<void> {
  if (renderer.value) return
  const [{ renderMarkdown }, { renderSettledMarkdown, renderStreamingMarkdown }] = await Promise.all([
    import('#layers/northlight/shared/markdown/render-markdown.ts'),
    import('#layers/northlight/shared/markdown/render-streaming-markdown.ts'),
  ])
  renderer.value ??= { renderMarkdown, renderSettledMarkdown, renderStreamingMarkdown }
}
