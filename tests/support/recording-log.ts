import type { Log, LogFacts } from '#layers/northlight/server/logs/log.ts'

export interface LoggedLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  facts: LogFacts
}

/** A log that keeps its lines for a test to look at. */
export function createRecordingLog(lines: LoggedLine[] = [], ownFacts: LogFacts = {}): Log & { lines: LoggedLine[] } {
  const say = (level: LoggedLine['level']) => (message: string, facts: LogFacts = {}) => void lines.push({ level, message, facts: { ...ownFacts, ...facts } })
  return { lines, debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error'), with: (facts) => createRecordingLog(lines, { ...ownFacts, ...facts }) }
}
