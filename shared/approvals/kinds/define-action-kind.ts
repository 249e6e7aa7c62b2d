import type { z } from 'zod/mini'
import type { ActionTarget } from '#layers/northlight/shared/approvals/action.ts'
import type { ApprovalEvidence } from '#layers/northlight/shared/approvals/approval-payload.ts'

/** One field of a body that a person may edit, and how. */
export interface EditField {
  name: string
  label: string
  control: 'line' | 'text' | 'number' | 'day'
}

/** One kind of outward action: what it is called, what it sends, and how that is shown. Pure, for both sides. */
export interface ActionKindDefinition<Body extends object> {
  /** As in the database and the rules: snake case. */
  kind: string
  /** What it does, for the rules page and for cards: "Comment on a pull request". */
  title: string
  /** What a body has to be. */
  body: z.ZodMiniType<Body>
  /** What a person may change before they approve. Empty: nothing. */
  editFields: readonly EditField[]
  /** What is acted on, in one line. */
  toValue(target: ActionTarget, body: Body): string
  /** All that would be sent, whole. */
  toEvidence(target: ActionTarget, body: Body): ApprovalEvidence[]
}

/** A kind with its body's type forgotten, as the registry holds it: a body is parsed before it is shown. */
export interface ActionKind extends Pick<ActionKindDefinition<object>, 'kind' | 'title' | 'editFields'> {
  /** The body as the kind has it; undefined: it is not one. */
  parseBody(body: unknown): object | undefined
  /** Why a body is none, in words for a person; undefined: it is one. */
  explainBody(body: unknown): string | undefined
  /** Undefined: that is no body of this kind. */
  toFacts(target: ActionTarget, body: unknown): { value: string, evidence: ApprovalEvidence[] } | undefined
}

/** One kind, one file. */
export function defineActionKind<Body extends object>({ body: schema, toValue, toEvidence, ...words }: ActionKindDefinition<Body>): ActionKind {
  const parseBody = (body: unknown) => schema.safeParse(body).data
  const toLabel = (path: readonly PropertyKey[]) => words.editFields.find(({ name }) => name === path[0])?.label ?? path.join('.')
  return {
    kind: words.kind,
    title: words.title,
    editFields: words.editFields,
    parseBody,
    explainBody: (body) => schema.safeParse(body).error?.issues.map(({ path, message }) => [toLabel(path), message].filter(Boolean).join(' ')).join('; '),
    toFacts(target, body) {
      const parsed = parseBody(body)
      return parsed && { value: toValue(target, parsed), evidence: toEvidence(target, parsed) }
    },
  }
}
