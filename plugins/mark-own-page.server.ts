import { defineNuxtPlugin, useRouter } from '#imports'
import { pageSurfaceSchema } from '#layers/northlight/shared/host/page-surface.ts'

/** Tells the server that the page it renders is ours (nuxt.config.ts says so of each), for the headers that it gets. */
export default defineNuxtPlugin((nuxtApp) => {
  nuxtApp.hook('app:rendered', ({ ssrContext }) => {
    if (!ssrContext?.event || ssrContext.payload.error) return
    ssrContext.event.context.pageSurface ??= pageSurfaceSchema.optional().catch(undefined).parse(useRouter().currentRoute.value.meta.northlightSurface)
  })
})
