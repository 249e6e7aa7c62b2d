/** A reason not to start: one clear line for the person at the terminal, and what they can do. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(`${message} ${fix}`, options)
  }
}
