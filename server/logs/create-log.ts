import process from 'node:process'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { maskStrings } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import type { SecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import type { Log, LogFacts } from './log.ts'
import { toErrorFacts } from './to-error-facts.ts'
import { toReadableLine } from './to-readable-line.ts'

export interface LogOptions {
  environment: Partial<Pick<Environment, 'NORTHLIGHT_AUTH' | 'NORTHLIGHT_LOG_LEVEL' | 'NORTHLIGHT_LOG_FORMAT'>>
  secrets: SecretMasker
  /** Where lines go, each with its end; standard output where none is given. */
  write?(line: string): void
}

const toStandardOutput = (line: string) => void process.stdout.write(line)

/**
 * A log that writes one line an event, without secrets: JSON, or, where standard output is a terminal, to be read.
 * On somebody's own machine only what is wrong; where people sign in, requests too.
 */
export function createLog({ environment, secrets, write = toStandardOutput }: LogOptions): Log {
  const { NORTHLIGHT_AUTH, NORTHLIGHT_LOG_LEVEL, NORTHLIGHT_LOG_FORMAT } = environment
  const isReadable = (NORTHLIGHT_LOG_FORMAT ?? (process.stdout.isTTY ? 'lines' : 'json')) === 'lines'
  const logger = pino({
    level: NORTHLIGHT_LOG_LEVEL ?? (NORTHLIGHT_AUTH === 'password' ? 'info' : 'warn'),
    base: undefined,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  }, { write: (line) => write(isReadable ? toReadableLine(line) : line) })
  return toLog(logger, secrets)
}

function toLog(logger: Logger, secrets: SecretMasker, ownFacts: LogFacts = {}): Log {
  const say = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, facts: LogFacts = {}) => {
    if (logger.isLevelEnabled(level)) logger[level](toSafeFacts({ ...ownFacts, ...facts }, secrets), message)
  }
  return {
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    with: (facts) => toLog(logger, secrets, { ...ownFacts, ...facts }),
  }
}

function toSafeFacts({ error, ...facts }: LogFacts, secrets: SecretMasker): LogFacts {
  return maskStrings({ ...facts, ...(error === undefined ? {} : { error: toErrorFacts(error) }) }, secrets.maskReport)
}
