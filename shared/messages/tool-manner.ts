import { z } from 'zod/mini'

/** What a tool's call is to a reader (`surfacing.md`, "Words"). */
export const toolMannerSchema = z.enum(['internal', 'housekeeping', 'user-facing'])

export type ToolManner = z.infer<typeof toolMannerSchema>

/** What a tool part carries of ours, from its first chunk on, as `toolMetadata.northlight`. */
export const northlightToolMetadataSchema = z.object({ manner: toolMannerSchema })
