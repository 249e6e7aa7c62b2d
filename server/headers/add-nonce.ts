/** A script or style with what it holds, which is left alone, or a link. */
const tags = /<(?<name>script|style)\b(?<attributes>[^>]*>[\s\S]*?<\/\k<name>>)|<link\b/gi

/** Gives every script, style and link of a piece of the server's own HTML the nonce that the page's policy asks for. */
export function addNonce(html: string, nonce: string): string {
  return html.replaceAll(tags, (tag, name: string | undefined, rest: string | undefined) => name === undefined ? `${tag} nonce="${nonce}"` : `<${name} nonce="${nonce}"${rest ?? ''}`)
}
