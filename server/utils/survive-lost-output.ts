import process from 'node:process'

/**
 * Lets the server live on when whoever reads its output is gone: what it prints is lost then, and nothing else. Without
 * this the failed write is an unforeseen error, which is printed, which fails: for ever, and nothing else gets its turn.
 */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
