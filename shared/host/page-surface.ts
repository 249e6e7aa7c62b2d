import { z } from 'zod'

/** Where a page of ours stands: in a window of its own, in a frame of anybody's, or in a pane of an office program. */
export const pageSurfaceSchema = z.enum(['page', 'embed', 'word'])

export type PageSurface = z.infer<typeof pageSurfaceSchema>
