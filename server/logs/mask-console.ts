import process from 'node:process'
import { formatWithOptions } from 'node:util'
import type { SecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'

const methods = ['debug', 'error', 'info', 'log', 'warn'] as const

/** What libraries print by themselves goes on as they meant it, without secrets. */
export function maskConsole(secrets: SecretMasker, target: Pick<Console, typeof methods[number]>): void {
  for (const method of methods) {
    const print = target[method].bind(target)
    target[method] = (...values: unknown[]) => print(secrets.maskReport(formatWithOptions({ colors: process.stdout.isTTY }, ...values)))
  }
}
