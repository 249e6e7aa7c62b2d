import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const eslint = new ESLint({ cwd: process.cwd() })

async function listRules(filePath: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath })
  return result?.messages.map((message) => message.ruleId) ?? []
}

const component = (template: string, script = '') => `<script setup lang="ts">\n${script}</script>\n\n<template>\n  ${template}\n</template>`
const lines = (count: number, line = 'run()') => Array.from({ length: count }, () => line).join('\n')

interface Case {
  name: string
  file: string
  code: string
  rule: string
}

const refused: Case[] = [
  { name: 'any', file: 'shared/display/to-thing.ts', code: 'export const thing: any = 1', rule: '@typescript-eslint/no-explicit-any' },
  { name: 'a double cast', file: 'server/agent/to-thing.ts', code: 'export const thing = 1 as unknown as string', rule: 'no-restricted-syntax' },
  { name: 'a double cast in a component', file: 'components/chat/ChatThing.vue', code: component('<p>{{ thing }}</p>', 'const thing = 1 as unknown as string\n'), rule: 'no-restricted-syntax' },
  { name: 'the environment outside its module', file: 'server/agent/to-thing.ts', code: 'export const thing = process.env.THING', rule: 'no-restricted-syntax' },
  { name: 'what is printed past the log', file: 'server/agent/to-thing.ts', code: 'console.error(1)', rule: 'no-restricted-syntax' },
  { name: 'a bare JSON.parse', file: 'composables/to-thing.ts', code: 'export const toThing = (text: string) => JSON.parse(text) as string', rule: 'no-restricted-syntax' },
  { name: 'a deep watch', file: 'composables/useThing.ts', code: 'import { watch } from \'vue\'\n\nwatch(() => 1, () => {}, { deep: true })', rule: 'no-restricted-syntax' },
  { name: 'smooth scrolling by script', file: 'composables/useThing.ts', code: 'document.body.scrollTo({ top: 0, behavior: \'smooth\' })', rule: 'no-restricted-syntax' },
  { name: 'an import from the host by ~', file: 'stores/thing.ts', code: 'import { thing } from \'~/shared/thing.ts\'\n\nthing()', rule: 'no-restricted-imports' },
  { name: 'an import from the host by @', file: 'stores/thing.ts', code: 'import { thing } from \'@/shared/thing.ts\'\n\nthing()', rule: 'no-restricted-imports' },
  { name: 'an import from the host by #shared', file: 'stores/thing.ts', code: 'import { thing } from \'#shared/thing.ts\'\n\nthing()', rule: 'no-restricted-imports' },
  { name: 'an import up the folders', file: 'stores/thing.ts', code: 'import { thing } from \'../shared/thing.ts\'\n\nthing()', rule: 'no-restricted-imports' },
  { name: 'an import without its extension', file: 'stores/thing.ts', code: 'import { thing } from \'#layers/northlight/shared/thing\'\n\nthing()', rule: 'no-restricted-imports' },
  { name: 'an auto-imported function', file: 'composables/useThing.ts', code: 'export const thing = ref(1)', rule: 'northlight/no-undeclared-values' },
  { name: 'an auto-imported function on the server', file: 'server/api/thing.get.ts', code: 'export default defineEventHandler(() => 1)', rule: 'northlight/no-undeclared-values' },
  { name: 'an auto-imported component', file: 'pages/thing.vue', code: component('<ChatThing />'), rule: 'vue/no-undef-components' },
  { name: 'an auto-imported value in a template', file: 'pages/thing.vue', code: component('<p>{{ useThing() }}</p>'), rule: 'vue/no-undef-properties' },
  { name: 'a barrel', file: 'shared/display/index.ts', code: 'export const thing = 1', rule: 'northlight/no-vague-file-names' },
  { name: 'a grab bag', file: 'shared/display/utils.ts', code: 'export const thing = 1', rule: 'northlight/no-vague-file-names' },
  { name: 'a second version', file: 'shared/display/to-thing-v2.ts', code: 'export const thing = 1', rule: 'northlight/no-vague-file-names' },
  { name: 'a file over 300 lines', file: 'server/agent/to-thing.ts', code: lines(301), rule: 'max-lines' },
  { name: 'a function over 50 lines', file: 'server/agent/to-thing.ts', code: `export function thing() {\n${lines(50)}\n}`, rule: 'max-lines-per-function' },
  { name: 'raw HTML', file: 'components/chat/ChatThing.vue', code: component('<p v-html="thing" />', 'const thing = \'\'\n'), rule: 'vue/no-v-html' },
  { name: 'an inline style', file: 'components/chat/ChatThing.vue', code: component('<p style="color: red" />'), rule: 'vue/no-restricted-static-attribute' },
  { name: 'a bound style', file: 'components/chat/ChatThing.vue', code: component('<p :style="{ color: \'red\' }" />'), rule: 'vue/no-restricted-v-bind' },
  { name: 'N01 a ref that every request shares', file: 'stores/thing.ts', code: 'import { ref } from \'vue\'\n\nexport const thing = ref(1)', rule: 'northlight/no-module-state' },
  { name: 'N01 a map that every request shares', file: 'composables/useThing.ts', code: 'export const things = new Map<string, string>()', rule: 'northlight/no-module-state' },
  { name: 'N01 a variable that every request shares', file: 'server/agent/to-thing.ts', code: 'let thing = 1\n\nexport const toThing = () => ++thing', rule: 'northlight/no-module-state' },
  { name: 'N01 a list that every request shares', file: 'shared/display/to-thing.ts', code: 'export const things: string[] = []', rule: 'northlight/no-module-state' },
  { name: 'a semicolon', file: 'shared/display/to-thing.ts', code: 'export const thing = 1;', rule: '@stylistic/semi' },
]

const allowed: Omit<Case, 'rule'>[] = [
  { name: 'a set that is made with its content', file: 'shared/display/to-thing.ts', code: 'export const things = new Set([1, 2])' },
  { name: 'the environment in its module', file: 'server/utils/env.ts', code: 'export const thing = process.env.THING' },
  { name: 'the environment in a script', file: 'scripts/thing.ts', code: 'export const thing = process.env.THING' },
  { name: 'a JSON.parse that goes into a schema', file: 'composables/to-thing.ts', code: 'import { z } from \'zod\'\n\nexport const toThing = (text: string) => z.string().parse(JSON.parse(text))' },
  { name: 'a copy through JSON', file: 'server/stream/to-thing.ts', code: 'export const toThing = (thing: string) => JSON.parse(JSON.stringify(thing)) as string' },
  { name: 'an index route', file: 'server/api/things/index.get.ts', code: 'import { defineEventHandler } from \'h3\'\n\nexport default defineEventHandler(() => 1)' },
  { name: 'names of the language, the browser and Node', file: 'composables/useThing.ts', code: 'export const thing = new Map([[document.title, structuredClone(1)]])' },
  { name: 'a type of the browser', file: 'composables/useThing.ts', code: 'export const thing = (event: KeyboardEvent) => event.key' },
  { name: 'the Markdown component\'s HTML', file: 'components/chat/MarkdownBlock.vue', code: component('<p v-html="thing" />', 'const thing = \'\'\n') },
  { name: 'compiler macros and what the framework registers', file: 'pages/thing.vue', code: component('<NuxtPage>{{ thing }}</NuxtPage>', 'defineProps<{ thing: string }>()\n') },
]

describe('the linter', () => {
  for (const { name, file, code, rule } of refused) {
    it(`refuses ${name}`, async () => {
      expect(await listRules(file, code)).toContain(rule)
    })
  }

  for (const { name, file, code } of allowed) {
    it(`allows ${name}`, async () => {
      expect(await listRules(file, code)).toEqual([])
    })
  }
})
