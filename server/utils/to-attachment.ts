import { toHeaderText } from './to-header-text.ts'

/** The header that has a browser save an answer under a name, for old readers in ASCII and for all others whole (RFC 6266). */
export function toAttachment(name: string): string {
  return `attachment; filename="${name.replaceAll(/[^ -~]|["\\%]/g, '_')}"; filename*=UTF-8''${toHeaderText(name)}`
}
