import { defineNuxtPlugin } from '#imports'
import { loadMarkdownRenderer } from '#layers/northlight/composables/markdown-renderer.ts'

/** The server renders every text; a browser loads the parser when the page has come. */
export default defineNuxtPlugin(loadMarkdownRenderer)
