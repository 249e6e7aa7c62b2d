import { describe, expect, it } from 'vitest'
import { highlightTrusted } from '#layers/northlight/composables/highlight-code.ts'
import { resolveGrammar } from '#layers/northlight/composables/highlight-names.ts'

describe('code colours', () => {
  it.each(['ts', 'tsx', 'js', 'json', 'py', 'sh', 'yml', 'html', 'vue', 'sql', 'diff', 'MD', 'rust', 'go', 'kotlin', 'php', 'rb', 'java', 'css'])(
    'knows %s and has its grammar', (language) => {
      const grammar = resolveGrammar(language)
      expect(grammar).toBeDefined()
      expect(highlightTrusted('a', grammar ?? '')).toContain('a')
    })

  it.each(['mermaid', '', 'constructor', '__proto__', 'toString'])('leaves %j plain', (language) => {
    expect(resolveGrammar(language)).toBeUndefined()
  })

  it('escapes what it colours', () => {
    expect(highlightTrusted('const a = "<img src=x onerror=alert(1)>"', 'typescript')).not.toContain('<img')
    expect(highlightTrusted('<img src=x onerror=alert(1)>', 'xml')).not.toContain('<img')
  })
})
