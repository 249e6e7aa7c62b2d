import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lightenOwnApp } from './scripts/build/lighten-own-app.ts'
import { markOwnPages } from './scripts/build/mark-own-pages.ts'
import { workerEntries } from './scripts/build/worker-entries.ts'

const isProduction = process.env.NODE_ENV === 'production'
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The galleries show every row in every state and every ask by every renderer, for whoever builds one; the bench page is there to be measured. */
const absentPages = [
  ...(isProduction ? [path('./pages/gallery.vue'), path('./pages/approval-gallery.vue')] : []),
  ...(process.env.NORTHLIGHT_BENCH === '1' ? [] : [path('./pages/bench.vue')]),
]

/** Wherever the packages of a host are. Its files are read at run time, which no bundler sees. */
const schemaEngine = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg'))

/** Set by the start command, which builds beside whatever runs: the build's files, and its result under `output`. */
const buildFolder = process.env.NORTHLIGHT_BUILD_DIR

export default defineNuxtConfig({
  $meta: { name: 'northlight' },
  ...(buildFolder ? { buildDir: `${buildFolder}/nuxt` } : {}),
  compatibilityDate: '2026-11-01',
  modules: ['@pinia/nuxt', '@nuxt/ui', lightenOwnApp(path('./'))],
  telemetry: false,
  devtools: { enabled: false },
  components: [{ path: path('./components'), pathPrefix: false }],
  css: [path('./assets/css/main.css')],
  ui: { fonts: false },
  // In a cookie, so that the server's first HTML already has the reader's own choice. Without the style element that a change
  // would put into the page, which its policy refuses.
  colorMode: { disableTransition: false, storage: 'cookie', storageKey: 'northlight-theme', cookieAttrs: { maxAge: 31_536_000, path: '/', sameSite: 'lax' } },
  icon: { provider: 'none', fallbackToApi: false, serverBundle: { collections: ['lucide'] }, clientBundle: { scan: true } },
  pinia: { storesDirs: [path('./stores')] },
  routeRules: { '/_nuxt/**': { headers: { 'x-content-type-options': 'nosniff' } } },
  nitro: {
    compressPublicAssets: { brotli: true, gzip: true },
    ...(buildFolder ? { output: { dir: `${buildFolder}/output` } } : {}),
    serverAssets: [{ baseName: 'migrations', dir: path('./prisma/migrations') }],
    esbuild: { options: { target: 'es2023' } },
    // In development too: a worker's file must not end up inside the server's.
    inlineDynamicImports: false,
    rollupConfig: { plugins: [workerEntries()], output: {} },
    externals: { traceInclude: ['schema_engine_bg.wasm', 'schema_engine_bg.js', 'package.json'].map((file) => join(schemaEngine, file)) },
  },
  hooks: {
    // Of the app alone: a host keeps its own error page, or Nuxt's.
    'app:resolve': (app) => {
      if (app.mainComponent === path('./app.vue') && app.errorComponent?.includes('nuxt-error-page')) {
        app.errorComponent = path('./components/ui/ErrorPage.vue')
      }
    },
    'pages:extend': (pages) => {
      pages.splice(0, pages.length, ...pages.filter((page) => !absentPages.includes(page.file ?? '')))
      markOwnPages(pages, path('./pages/'))
    },
  },
  typescript: { strict: true, tsConfig: { compilerOptions: { noUncheckedIndexedAccess: true } } },
})
