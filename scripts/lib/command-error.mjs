/** A reason to stop that a person can act on: shown as it is, without a stack. */
export class CommandError extends Error {
  name = 'CommandError'
}

/** Ends the command with one clear line for a `CommandError`, and the whole error for what nobody foresaw. */
export function failCommand(error) {
  console.error(error instanceof CommandError ? error.message : error)
  process.exit(1)
}
