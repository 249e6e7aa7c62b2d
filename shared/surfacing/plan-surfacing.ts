import { z } from 'zod/mini'
import { northlightMetadataSchema } from '#layers/northlight/shared/messages/message-metadata.ts'
import type { NorthlightMetadata } from '#layers/northlight/shared/messages/message-metadata.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { classifyReadings, readParts } from './classify-parts.ts'
import type { SurfacedMessage } from './classify-parts.ts'
import type { HostTools } from './host-tool.ts'
import { planContent } from './plan-content.ts'
import type { ReadMessage } from './plan-content.ts'
import { planChips, planLiveLine, planOutcome, planSources } from './plan-foot.ts'
import { sharePlan } from './share-plan.ts'
import type { MessagePlan, StepsRow, SurfacingRow } from './surfacing-rows.ts'

const messageMetadataSchema = z.object({ northlight: northlightMetadataSchema })

/**
 * The rows that a reader at `level` sees of one message, in order (`surfacing.md`, "The plan"). Pure: `running` is the
 * chat's status for this message, `tools` are the host's, and nothing of the message is changed or kept but its strings, inputs and outputs.
 * Given the message's previous plan, rows and items that are equal are the same objects, and so is an equal plan.
 * Never throws; an assistant's plan is never empty.
 */
export function planSurfacing(
  message: SurfacedMessage,
  options: { level: DetailLevel, running: boolean, tools?: HostTools },
  previous?: MessagePlan,
): MessagePlan {
  const role = message.role === 'user' || message.role === 'system' ? message.role : 'assistant'
  const running = options.running && role === 'assistant'
  const metadata = readMetadata(message.metadata)
  const readings = readParts(message, running, options.tools)
  const read: ReadMessage = {
    readings,
    classes: classifyReadings(readings, running),
    running,
    level: options.level,
    ...(metadata?.startedAt === undefined ? {} : { startedAt: metadata.startedAt }),
  }
  const rows = role === 'assistant' ? planReply(read, metadata) : [...planContent(read), ...planSources(read)]
  const plan: MessagePlan = { id: message.id, role, level: options.level, running, rows, ...(metadata ? { metadata } : {}) }
  return sharePlan(plan, previous)
}

function planReply(message: ReadMessage, metadata: NorthlightMetadata | undefined): SurfacingRow[] {
  const content = planContent(message)
  const rows = [...content, ...planChips(message), ...planSources(message)]
  if (message.running) return [...rows, ...planLiveLine(message, rows)]
  return [...withDuration(rows, metadata?.durationMs), ...planOutcome(message, metadata)]
}

/** The turn's time stands on its last card only. */
function withDuration(rows: readonly SurfacingRow[], durationMs: number | undefined): SurfacingRow[] {
  const last = rows.findLast((row) => row.kind === 'steps')
  if (!last || durationMs === undefined) return [...rows]
  const timed: StepsRow = { ...last, header: { ...last.header, durationMs } }
  return rows.map((row) => row === last ? timed : row)
}

function readMetadata(metadata: unknown): NorthlightMetadata | undefined {
  const parsed = messageMetadataSchema.safeParse(metadata)
  return parsed.success ? parsed.data.northlight : undefined
}
