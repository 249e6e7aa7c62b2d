import { loadMarkdownRenderer } from '#layers/northlight/composables/markdown-renderer.ts'

await loadMarkdownRenderer()
