/** Of an error as much as helps: none of what libraries hang on theirs, such as requests with their bodies and keys. */
export interface ErrorFacts {
  name: string
  message: string
  code?: string
  stack?: string
  cause?: ErrorFacts
}

const mostCauses = 4
const longestMessage = 2_000
const longestStack = 6_000

export function toErrorFacts(error: unknown, causesLeft = mostCauses): ErrorFacts {
  if (!(error instanceof Error)) return { name: 'Thrown', message: String(error).slice(0, longestMessage) }
  return {
    name: error.name,
    message: error.message.slice(0, longestMessage),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: error.stack?.slice(0, longestStack),
    ...(error.cause !== undefined && causesLeft > 0 ? { cause: toErrorFacts(error.cause, causesLeft - 1) } : {}),
  }
}
