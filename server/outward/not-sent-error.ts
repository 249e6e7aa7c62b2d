/** It is certain that nothing reached the other side; the message says why, in words that follow "could not be reached: ". */
export class NotSentError extends Error {
  override readonly name = 'NotSentError'
}
