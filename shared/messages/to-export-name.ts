import { removeDirectionOverrides } from '#layers/northlight/shared/markdown/remove-direction-overrides.ts'

const longestName = 80

/** A name for a chat's exported file that any file system takes; it says whether the work is in it. */
export function toExportName(title: string, extension: 'json' | 'md', withWork: boolean): string {
  const name = removeDirectionOverrides(title.toWellFormed())
    .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').replaceAll(/\s+/g, ' ').replace(/^[. ]+/, '')
  const short = [...name].slice(0, longestName).join('').replace(/[. ]+$/, '')
  return `${short || 'Chat'} (${withWork ? 'with' : 'without'} the work).${extension}`
}

/** The header that has a browser save an answer under a name, for old readers in ASCII and for all others whole (RFC 6266). */
export function toAttachment(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${name.replaceAll(/[^ -~]|["\\%]/g, '_')}"; filename*=UTF-8''${encoded}`
}
