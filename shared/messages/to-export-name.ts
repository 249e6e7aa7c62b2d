import { removeDirectionOverrides } from '#layers/northlight/shared/markdown/remove-direction-overrides.ts'

const longestName = 80

/** A name for a chat's exported file that any file system takes; it says whether the work is in it. */
export function toExportName(title: string, extension: 'json' | 'md', withWork: boolean): string {
  const name = removeDirectionOverrides(title.toWellFormed())
    .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').replaceAll(/\s+/g, ' ').replace(/^[. ]+/, '')
  const short = [...name].slice(0, longestName).join('').replace(/[. ]+$/, '')
  return `${short || 'Chat'} (${withWork ? 'with' : 'without'} the work).${extension}`
}
