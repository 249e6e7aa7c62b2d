import { z } from 'zod/mini'
import { blockLimits } from './block-limits.ts'

/** Trimmed, capped, and fit for any page: neither NUL nor half of a surrogate pair. Doing it twice changes nothing. */
export function toBlockText(text: string, longest: number = blockLimits.text): string {
  const whole = text.toWellFormed().replaceAll('\u0000', '\uFFFD').trim()
  return whole.length <= longest ? whole : cutWhole(whole, longest).trimEnd()
}

/** Never between the halves of a surrogate pair. */
function cutWhole(text: string, longest: number): string {
  const cut = text.slice(0, longest)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** A text that says something; anything else makes what needs it invalid. */
export const text = (longest?: number) => z.pipe(z.pipe(z.string(), z.transform((value) => toBlockText(value, longest))), z.string().check(z.minLength(1)))

/** An `http` or `https` address, whole: one that is cut leads elsewhere. */
export const link = z.pipe(z.string().check(z.trim(), z.maxLength(2_000), z.refine(isWebAddress)), z.string())

/** A number that is one. JSON knows no negative nought. */
export const number = z.pipe(z.number(), z.transform((value) => value + 0))

/** A count of things. */
export const count = z.pipe(z.int().check(z.nonnegative()), number)

/** A length or a time, never below nought. */
export const size = z.pipe(z.number().check(z.nonnegative()), number)

/** A number, or a gap. */
export const figure = z.nullable(number)

/** A moment, as ISO 8601 in UTC. One without a zone would be another moment on another machine. */
export const moment = z.pipe(z.iso.datetime({ offset: true }).check(z.maxLength(40), z.refine(isOfFourDigits)), z.transform((value) => new Date(value).toISOString()))

/** A field that a row can do without: what does not fit is left out, and never guessed (`chat-ui.md`, "Validation"). */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

/** A record inside a row, without the names of what was left out of it. */
export const inner = <Schema extends z.ZodMiniType<object>>(schema: Schema) => z.pipe(schema, z.transform((value: z.infer<Schema>) => dropUndefined(value)))

/** The fields that are there. */
export function dropUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value
}

/** A list whose entries stand for themselves: those that do not fit are left out, and those beyond `most`. */
export const listOf = <Schema extends z.ZodMiniType>(entry: Schema, most: number) =>
  z.catch(z.pipe(z.array(z.unknown()), z.transform((entries) => takeValid(entries, entry, most))), [])

function takeValid<Schema extends z.ZodMiniType>(entries: readonly unknown[], schema: Schema, most: number): z.infer<Schema>[] {
  const valid: z.infer<Schema>[] = []
  for (const entry of entries) {
    if (valid.length === most) break
    const parsed = schema.safeParse(entry)
    if (parsed.success) valid.push(parsed.data)
  }
  return valid
}

/** A run that a block points at, as a chip with its title. */
export const runLink = z.object({ runId: text(blockLimits.id), title: text() })

/** Without what a reader does not see: blanks, controls and half of a surrogate pair. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(value) && URL.canParse(value)
}

/** Years beyond these are written in another way. */
function isOfFourDigits(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return year >= 0 && year <= 9_999
}
