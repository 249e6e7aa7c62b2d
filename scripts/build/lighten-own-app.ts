import type { Nuxt, NuxtApp, NuxtHooks } from 'nuxt/schema'
import { ownZodForSdk } from './own-zod-for-sdk.ts'

type Manifest = Parameters<NuxtHooks['build:manifest']>[0]

/** Icons and colours for components of Nuxt UI. No page has any; one that takes them needs these again. */
const unusedPlugins = /\/@nuxt\/(?:icon\/dist\/runtime\/plugin|ui\/dist\/runtime\/plugins\/colors)/

/** Takes out of the app what its pages load and don't use (docs/performance.md). A host's app keeps all of it. */
export function lightenOwnApp(ownFolder: string) {
  return (_options: unknown, nuxt: Nuxt): void => {
    if (!ownFolder.startsWith(nuxt.options.rootDir)) return
    // The same styles are in files that the browser keeps.
    nuxt.options.features.inlineStyles = false
    nuxt.options.experimental.defaults.nuxtLink.prefetchOn = { visibility: false, interaction: true }
    // No component of this app, nor of what it takes, has options such as `data` and `computed`.
    nuxt.options.vite.vue = { ...nuxt.options.vite.vue, features: { ...nuxt.options.vite.vue?.features, optionsAPI: false } }
    nuxt.options.vite.plugins = [...nuxt.options.vite.plugins ?? [], ownZodForSdk()]
    nuxt.hook('app:resolve', removeUnusedPlugins)
    nuxt.hook('build:manifest', removePrefetchHints)
  }
}

function removeUnusedPlugins(app: NuxtApp): void {
  app.plugins = app.plugins.filter(({ src }) => !unusedPlugins.test(src))
}

/** A hint loads, after the page, the layouts and parts that only other pages or later acts need. */
function removePrefetchHints(manifest: Manifest): void {
  for (const resource of Object.values(manifest)) resource.prefetch = false
}
