import { randomBytes } from 'node:crypto'
import { setResponseHeaders } from 'h3'
import { defineNitroPlugin } from 'nitropack/runtime'
import { addNonce } from '#layers/northlight/server/headers/add-nonce.ts'
import { planPageHeaders } from '#layers/northlight/server/headers/plan-page-headers.ts'
import { showReadingPlace } from '#layers/northlight/server/headers/show-reading-place.ts'
import { requireServices } from '#layers/northlight/server/utils/require-services.ts'
import type { PageSurface } from '#layers/northlight/shared/host/page-surface.ts'

declare module 'h3' {
  interface H3EventContext {
    /** Set while a page of ours is rendered; a host's own pages have none, and keep the host's headers. */
    pageSurface?: PageSurface
  }
}

const nonceBytes = 18

/** Zod tries whether it may make functions of text, unless it is told, before it loads, that it may not: each try would be reported. */
const zodWithoutEval = '<script>globalThis.__zod_globalConfig = { jitless: true }</script>'

/** Gives each page of ours its headers, and what the server wrote into it the nonce that they ask for. */
export default defineNitroPlugin((nitroApp) => {
  // Hot reload writes scripts and styles of its own into the page.
  if (import.meta.dev) return
  nitroApp.hooks.hook('render:html', async (html, { event }) => {
    const { pageSurface } = event.context
    if (pageSurface === undefined) return
    const { environment } = await requireServices(event)
    const nonce = randomBytes(nonceBytes).toString('base64')
    html.head = [zodWithoutEval, ...html.head].map((piece) => addNonce(piece, nonce))
    html.bodyAppend = [showReadingPlace, ...html.bodyAppend].map((piece) => addNonce(piece, nonce))
    setResponseHeaders(event, planPageHeaders(pageSurface, environment, nonce))
  })
  nitroApp.hooks.hook('render:response', (response, { event }) => {
    if (event.context.pageSurface !== undefined && response.headers) delete response.headers['x-powered-by']
  })
})
