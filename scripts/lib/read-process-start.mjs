import { readFileSync } from 'node:fs'

/** Tells a process from a later one of the same number, where the system says when it started (Linux); else empty. */
export function readProcessStart(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${bootId}:${startTime}`
  }
  catch {
    return ''
  }
}
