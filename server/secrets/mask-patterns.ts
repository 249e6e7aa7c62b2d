/** What a secret of anybody's looks like, and what is left of it. For logs, errors and spans, not for what people and models say to each other. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[private key]'],
  [/\b(?<scheme>[a-z][a-z\d+.-]{0,20}:\/\/[^\s/:@]{0,200}):[^\s/@]{1,500}@/gi, '$<scheme>:[password]@'],
  [/\b(?<name>(?:set-)?cookie)["']?\s*[:=]\s*[^\r\n]{1,10000}/gi, '$<name>: [cookie]'],
  [/\b(?<scheme>bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$<scheme> [token]'],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, '[token]'],
  [/\b(?:sk|pk|rk|nl|gh[oprsu]|github_pat|glpat|xox[abeprs]|npm|whsec)[-_][\w-]{12,}/g, '[key]'],
  [/\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g, '[key]'],
  [/\bAIza[\w-]{30,}/g, '[key]'],
  [/\b(?<name>[\w-]{0,40}(?:password|passwd|secret|token|api[-_]?key|access[-_]?key))(?<sign>["'`]?\s{0,5}[:=]\s{0,5}["']?)(?!\[)[^\s"'`,;&}]{6,}/gi, '$<name>$<sign>[secret]'],
]

/** A text without what looks like somebody's token, key, cookie or password. */
export function maskPatterns(text: string): string {
  return patterns.reduce((masked, [pattern, sign]) => masked.replaceAll(pattern, sign), text)
}
