import { z } from 'zod/mini'

const fact = z.nullable(z.string())

/** Who asks. It belongs to the request, so that no narrowing of evidence can drop the ids that an answer is told by. */
const requesterSchema = z.readonly(z.strictObject({
  /** The dot's name. */
  dot: z.string(),
  /** Asked through a lead dot. */
  forwarded: z.boolean(),
  chatId: fact,
  runId: fact,
}))

const requestSchema = z.readonly(z.strictObject({
  requester: requesterSchema,
  /** Whose rule fired. */
  surface: z.string(),
  toolName: z.string(),
  /** The name that was really called, where another stands for it. */
  invokedToolName: fact,
  /** What is acted on, in one line: the target, the command. */
  value: z.string(),
  matchedRule: fact,
  context: fact,
  /** What really runs inside a wrapper; null where it isn't known, never a guess. */
  executedUnit: fact,
}))

const evidenceSchema = z.readonly(z.strictObject({ label: z.string(), text: z.string(), detail: fact }))

/** What a model wrote about an ask: advice, shown as such and on demand only. */
const annotationSchema = z.readonly(z.strictObject({ source: z.string(), text: z.string() }))

/** All there is to know of an ask, built once and never cut: only what shows it may shorten it. Absent is null. */
export const approvalPayloadSchema = z.readonly(z.strictObject({
  kind: z.string(),
  request: requestSchema,
  evidence: z.readonly(z.array(evidenceSchema)),
  annotations: z.readonly(z.array(annotationSchema)),
}))

export type ApprovalPayload = z.infer<typeof approvalPayloadSchema>
export type ApprovalRequest = z.infer<typeof requestSchema>
export type ApprovalRequester = z.infer<typeof requesterSchema>
export type ApprovalEvidence = z.infer<typeof evidenceSchema>
export type ApprovalAnnotation = z.infer<typeof annotationSchema>
