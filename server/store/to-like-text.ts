/** What LIKE would take for a wildcard stands for itself. */
export function toLikeText(text: string): string {
  return text.replaceAll(/[%\\_]/g, String.raw`\$&`)
}
