import type { NuxtPage } from 'nuxt/schema'

const surfaces: Record<string, string> = { '/embed': 'embed', '/word': 'word' }

/** Says of each page of ours where it stands, so that a host's pages beside them keep their own headers. */
export function markOwnPages(pages: NuxtPage[], ownFolder: string): void {
  for (const page of pages) {
    if (page.file?.startsWith(ownFolder)) page.meta = { ...page.meta, northlightSurface: surfaces[page.path] ?? 'page' }
    markOwnPages(page.children ?? [], ownFolder)
  }
}
