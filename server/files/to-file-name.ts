import { longestFileName } from '#layers/northlight/shared/messages/file-limits.ts'

/** What a file is called here: the last part of whatever path it came by, one clean line, its ending kept where it is cut. */
export function toFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  // eslint-disable-next-line no-control-regex -- Control characters are what goes.
  const clean = last.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g, ' ').replaceAll(/\s+/g, ' ').trim()
  if (clean === '' || clean === '.' || clean === '..') return 'file'
  if (clean.length <= longestFileName) return clean
  const ending = /\.\w{1,10}$/.exec(clean)?.[0] ?? ''
  return `${clean.slice(0, longestFileName - ending.length - 1).toWellFormed().trimEnd()}…${ending}`
}
