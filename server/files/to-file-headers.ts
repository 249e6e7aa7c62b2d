import { toHeaderText } from '#layers/northlight/server/utils/to-header-text.ts'
import type { StoredFile } from '#layers/northlight/server/store/stored-file-store.ts'

/** Pictures that carry no script: the only files that a page may show itself. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Whatever a file claims to be, a browser runs nothing of it, and keeps it apart from our pages. */
export function toFileHeaders({ name, mediaType, byteSize }: StoredFile): Record<string, string> {
  const disposition = shownTypes.has(mediaType) ? 'inline' : 'attachment'
  return {
    'content-type': mediaType,
    'content-length': String(byteSize),
    'content-disposition': `${disposition}; filename*=UTF-8''${toHeaderText(name)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox; default-src \'none\'',
  }
}
