const kilobyte = 1_000
const megabyte = 1_000_000

/** A file's size as people read it: `345 bytes`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} byte${bytes === 1 ? '' : 's'}`
  if (Math.round(bytes / kilobyte) < kilobyte) return `${Math.round(bytes / kilobyte)} kB`
  return `${Number((bytes / megabyte).toFixed(1))} MB`
}
