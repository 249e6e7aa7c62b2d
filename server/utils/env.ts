import { resolve } from 'node:path'
import process from 'node:process'
import { z } from 'zod'
import { isAddressRange } from '#layers/northlight/server/outward/address-list.ts'
import { StartError } from './start-error.ts'

const loopbackHosts = ['127.0.0.1', 'localhost', '::1', '[::1]']

const postgresUrl = z.string().regex(/^postgres(?:ql)?:\/\//, 'must start with postgresql://')

const shortestSecret = 32

const originSchema = z.string().refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, 'must be origins, such as https://host.example.com, with spaces between them')

const addressRangeSchema = z.string().refine(isAddressRange, 'must be addresses or networks, such as 10.0.0.5 or 10.0.0.0/8, with spaces between them')

const portRule = 'must be a port from 0 to 65535'

const environmentSchema = z.object({
  PORT: z.string().regex(/^\d{1,5}$/, portRule).transform(Number).refine((port) => port <= 65_535, portRule).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  NORTHLIGHT_DATA_DIR: z.string().min(1).default('.data'),
  REDIS_URL: z.string().regex(/^rediss?:\/\//, 'must start with redis:// or rediss://').optional(),
  NORTHLIGHT_AUTH: z.enum(['local', 'password'], { error: 'must be local or password' }).default('local'),
  /** Signs sessions and approvals; outside local mode the same on every node. */
  NORTHLIGHT_SECRET: z.string().min(shortestSecret, `must have at least ${shortestSecret} characters, as \`openssl rand -base64 32\` makes`).optional(),
  /** What people open: behind a proxy, the proxy's address. */
  NORTHLIGHT_URL: z.url({ protocol: /^https?$/, error: 'must be a URL, such as https://chat.example.com' }).optional(),
  /** How many proxies in front add to `X-Forwarded-For`: that many of its entries, from the right, are believed. */
  NORTHLIGHT_PROXIES: z.coerce.number().int('must be a whole number').min(0, 'must be 0 or more').default(0),
  /** `off`: whoever stands in front of this server counts requests. */
  NORTHLIGHT_LIMITS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  /** The least that is worth a line; by default `warn` in local mode, `info` where people sign in. */
  NORTHLIGHT_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' }).optional(),
  /** Set by the start script, whose terminal the server does not see. */
  NORTHLIGHT_LOG_FORMAT: z.enum(['json', 'lines'], { error: 'must be json or lines' }).optional(),
  /** A collector of traces; further variables of OpenTelemetry's own are read by its exporter. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be a URL, such as http://127.0.0.1:4318' }).optional(),
  /** The pages that may frame `/embed`. */
  NORTHLIGHT_EMBED_ORIGINS: z.string().transform((list) => list.split(/[\s,]+/).filter(Boolean)).pipe(z.array(originSchema)).default([]),
  /** Addresses that are not public, and may be asked all the same where a connection leads to one. */
  NORTHLIGHT_PRIVATE_ADDRESSES: z.string().transform((list) => list.split(/[\s,]+/).filter(Boolean)).pipe(z.array(addressRangeSchema)).default([]),
  NORTHLIGHT_MODEL: z.string().regex(
    /^(?:demo(?::instant|:paced)?|(?:anthropic|openai|openai-compatible):.+)$/,
    'must be demo, demo:instant, demo:paced, anthropic:<model>, openai:<model> or openai-compatible:<model>',
  ).default('demo'),
  OPENAI_BASE_URL: z.url('must be a URL, such as http://127.0.0.1:11434/v1').optional(),
  OPENAI_API_KEY: z.string().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  /** Set by the start script: where the prepared copy of an empty database is. */
  NORTHLIGHT_DATABASE_TEMPLATE: z.string().optional(),
})

/** Variables whose values hold keys and passwords: never shown. */
const secretName = /_KEY$|_SECRET$|^(?!NORTHLIGHT_URL$).*_URL$/

export type Environment = z.infer<typeof environmentSchema>

/**
 * Reads the environment, the only place that does.
 *
 * @throws {StartError} naming the first variable that is wrong, what it is (unless that is secret), and what it may be.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    const value = secretName.test(name) ? 'not valid' : JSON.stringify(set[name])
    throw new StartError(`${name} is ${value}: ${issue?.message}.`, 'Mend the variable or unset it.')
  }
  const environment = parsed.data
  if (environment.NORTHLIGHT_AUTH === 'password') requireSecret(environment)
  else if (!loopbackHosts.includes(environment.HOST)) {
    throw new StartError(
      `HOST is ${JSON.stringify(environment.HOST)}, but local mode (NORTHLIGHT_AUTH=local) has no sign-in.`,
      'Use a loopback address such as 127.0.0.1, or set NORTHLIGHT_AUTH=password.',
    )
  }
  requireModelSettings(environment)
  return { ...environment, NORTHLIGHT_DATA_DIR: resolve(environment.NORTHLIGHT_DATA_DIR) }
}

/** Nitro reads where to listen from the environment, after this: what was validated is what it finds. */
export function setListenAddress({ HOST, PORT }: Environment): void {
  Object.assign(process.env, { NITRO_HOST: HOST, NITRO_PORT: String(PORT) })
}

function requireSecret({ NORTHLIGHT_SECRET }: Environment) {
  if (NORTHLIGHT_SECRET) return
  throw new StartError('NORTHLIGHT_AUTH is password, which needs NORTHLIGHT_SECRET.', 'Set it to what `openssl rand -base64 32` prints, the same on every node.')
}

const neededByProvider = {
  'anthropic': 'ANTHROPIC_API_KEY',
  'openai': 'OPENAI_API_KEY',
  'openai-compatible': 'OPENAI_BASE_URL',
} as const

function requireModelSettings(environment: Environment) {
  const provider = environment.NORTHLIGHT_MODEL.split(':')[0] ?? ''
  if (!Object.hasOwn(neededByProvider, provider)) return
  const needed = neededByProvider[provider as keyof typeof neededByProvider]
  if (environment[needed]) return
  throw new StartError(`NORTHLIGHT_MODEL is ${environment.NORTHLIGHT_MODEL}, which needs ${needed}.`, `Set ${needed}, or unset NORTHLIGHT_MODEL to use the built-in model.`)
}
