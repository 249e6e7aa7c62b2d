import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { toTrustedHtml } from './trusted-html.ts'

const grammars = {
  bash, css, diff, go, java, javascript, json, kotlin, markdown, php, python, ruby, rust, sql, typescript, xml, yaml,
}

for (const [name, grammar] of Object.entries(grammars)) {
  highlighter.registerLanguage(name, grammar)
}

/** Code as escaped HTML with classes for its colours. `grammar` is a name that `resolveGrammar` gave. */
function highlightCode(code: string, grammar: string): string {
  return highlighter.highlight(code, { language: grammar, ignoreIllegals: true }).value
}

/** The same, in the form that an element takes under our pages' policy. */
export const highlightTrusted = toTrustedHtml(highlightCode)
