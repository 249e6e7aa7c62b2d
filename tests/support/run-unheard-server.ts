import process from 'node:process'
import { surviveLostOutput } from '#layers/northlight/server/utils/survive-lost-output.ts'

/**
 * `node run-unheard-server.ts`: what the built server does with errors that nobody foresaw, where nobody reads its
 * output any more. Begins when its input ends, and exits with the number of errors that it has counted by its last turn.
 */
surviveLostOutput()
const thrown = 3
let counted = 0
process.on('uncaughtException', (error) => {
  counted += 1
  console.error(error)
  if (counted <= thrown) setImmediate(throwOrEnd)
})
process.stdin.resume()
process.stdin.on('end', throwOrEnd)

function throwOrEnd() {
  if (counted === thrown) setImmediate(() => process.exit(counted))
  else throw new Error('Nobody foresaw this.')
}
