import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import type { ToolRendererRegistry } from './tool-renderers.ts'

/** The host contract: all that a page may tell a chat that it mounts. Every field is optional. */
export interface ChatEnvironment {
  /** Where Northlight's routes are, without a trailing slash; default: the same origin. */
  apiUrl?: string
  /** The host's own `fetch`, for its credentials; default: the browser's. A page that is rendered on the server reads our routes in process. */
  fetch?: typeof fetch
  /** Forces a level for this surface; the saved preference stays as it is. Presentation only. */
  detailLevel?: DetailLevel
  /** How the calls of the host's own tools are drawn on this surface. Presentation only. */
  toolRenderers?: ToolRendererRegistry
}
