/** A fence's language name → the grammar that colours it; what isn't here stays plain and loads nothing. */
const highlightNames: Readonly<Record<string, string>> = {
  bash: 'bash',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  css: 'css',
  diff: 'diff',
  patch: 'diff',
  go: 'go',
  java: 'java',
  js: 'javascript',
  javascript: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  json: 'json',
  jsonc: 'json',
  kotlin: 'kotlin',
  markdown: 'markdown',
  md: 'markdown',
  php: 'php',
  py: 'python',
  python: 'python',
  rb: 'ruby',
  ruby: 'ruby',
  rs: 'rust',
  rust: 'rust',
  sql: 'sql',
  ts: 'typescript',
  tsx: 'typescript',
  typescript: 'typescript',
  html: 'xml',
  svg: 'xml',
  vue: 'xml',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
}

/** Undefined for a language that we don't colour. */
export function resolveGrammar(language: string): string | undefined {
  const name = language.toLowerCase()
  return Object.hasOwn(highlightNames, name) ? highlightNames[name] : undefined
}
