import { z } from 'zod'

const errorSchema = z.looseObject({ name: z.string(), message: z.string(), stack: z.string().optional() })
const lineSchema = z.looseObject({ level: z.string(), time: z.string(), message: z.string(), error: errorSchema.optional() })

/** What moves a terminal's cursor, ends a line or turns its direction. */
// eslint-disable-next-line no-control-regex -- Control characters are what goes.
const unprintable = /[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]+/g

/** A line of the log for a person at a terminal: time, level, sentence, facts, and below it where an error came from. */
export function toReadableLine(json: string): string {
  const { level, time, message, error, ...facts } = lineSchema.parse(JSON.parse(json))
  const named = Object.entries(facts).map(([name, value]) => `${name}=${clean(JSON.stringify(value))}`)
  const where = (error?.stack ?? (error ? `${error.name}: ${error.message}` : '')).split('\n').filter(Boolean).map((line) => `    ${clean(line).trim()}`)
  return [[time.slice(11, 19), level.padEnd(5), message, ...named].join(' '), ...where].map((line) => `${line}\n`).join('')
}

function clean(text: string): string {
  return text.replaceAll(unprintable, ' ')
}
