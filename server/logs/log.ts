/** What is known of an event, by name; `error` takes whatever was thrown. Never a body, a text of a conversation, or a header. */
export type LogFacts = Record<string, unknown>

/** What happens, for whoever runs the server: one line an event. The message is one of our sentences, and says nothing that came from outside. */
export interface Log {
  debug(message: string, facts?: LogFacts): void
  info(message: string, facts?: LogFacts): void
  warn(message: string, facts?: LogFacts): void
  error(message: string, facts?: LogFacts): void
  /** The same log, with these facts on each of its lines. */
  with(facts: LogFacts): Log
}

/** For what runs without a server: tests and scripts. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, with: () => silentLog }
