import { inject, provide, type InjectionKey } from 'vue'
import type { ToolRendererRegistry } from '#layers/northlight/shared/host/tool-renderers.ts'

const toolRenderersKey: InjectionKey<ToolRendererRegistry | undefined> = Symbol('tool renderers')

/** The host's renderers, for the surface that they were given to and no other. */
export function provideToolRenderers(registry: ToolRendererRegistry | undefined): void {
  provide(toolRenderersKey, registry)
}

/** Undefined where the host gave none. */
export function useToolRenderers(): ToolRendererRegistry | undefined {
  return inject(toolRenderersKey, undefined)
}
