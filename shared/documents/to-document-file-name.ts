const longestName = 120

/** A name that every system takes for a Markdown file, from a title or from a name that a model made up. */
export function toDocumentFileName(name: string): string {
  const plain = name.toWellFormed().replace(/\.(?:md|markdown)$/i, '').replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ').replace(/\s+/g, ' ')
  const trimmed = [...plain].slice(0, longestName).join('').replace(/^[.\s]+|[.\s]+$/g, '')
  return `${trimmed || 'document'}.md`
}
