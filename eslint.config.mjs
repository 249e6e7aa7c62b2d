import { createConfigForNuxt } from '@nuxt/eslint-config/flat'
import globals from 'globals'
import * as vue from 'vue'
import { noModuleState } from './eslint/no-module-state.mjs'
import { noUndeclaredValues } from './eslint/no-undeclared-values.mjs'
import { noVagueFileNames } from './eslint/no-vague-file-names.mjs'
import { bareConsole, bareEnvironment, bareJsonParse, restrictedSyntax } from './eslint/restricted-syntax.mjs'

/** What runs in the server or the browser, as opposed to tests, scripts and settings. */
const product = ['app.vue', '{pages,layouts,components,composables,stores,plugins,server,shared}/**/*.{ts,vue}']

/** Longer than the budget, each with its reason. Tables of data only. */
const longDataTables = []

/** Files whose `JSON.parse` is checked, though not in the same expression. */
const checkedJsonParse = [
  'server/utils/read-strict-body.ts', // Gives `unknown` to the caller's schema, and tells bad JSON from a bad body.
  'composables/read-transcript-file.ts', // Gives `unknown` to the import route, whose schema refuses what is wrong.
]

const compilerMacros = ['defineProps', 'defineEmits', 'defineModel', 'defineExpose', 'defineSlots', 'defineOptions', 'withDefaults']
const frameworkMacros = ['defineNuxtConfig', 'definePageMeta', 'defineNitroPlugin']
const toNames = (names, state) => Object.fromEntries(names.map((name) => [name, state]))

/** Registered by the framework under these names, and imported nowhere. */
const frameworkComponents = ['Nuxt[A-Z]\\w+', 'Router(View|Link)', 'ClientOnly', 'U[A-Z]\\w+']

export default createConfigForNuxt({
  features: { stylistic: { arrowParens: true }, nuxt: { sortConfigKeys: false } },
  dirs: { root: ['.'], src: ['.'], pages: ['pages'], layouts: ['layouts'], components: ['components'], composables: ['composables'], plugins: ['plugins'] },
}).prepend({
  ignores: ['node_modules', '.nuxt', '.output', '.data', '.cache', 'generated', 'coverage', 'test-results', 'playwright-report', 'tests/fixtures/reports/**'],
}).append(
  {
    name: 'northlight/everywhere',
    files: ['**/*.{ts,mjs,vue}'],
    plugins: { northlight: { rules: { 'no-module-state': noModuleState, 'no-undeclared-values': noUndeclaredValues, 'no-vague-file-names': noVagueFileNames } } },
    languageOptions: {
      globals: {
        ...globals.browser,
        ...globals.node,
        // The shared settings count these as global, which is what auto-imports make them.
        ...toNames(Object.keys(vue), 'off'),
        ...toNames([...compilerMacros, ...frameworkMacros], 'readonly'),
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // It refuses `Promise.withResolvers<void>()`, where nothing else says what is meant.
      '@typescript-eslint/no-invalid-void-type': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-restricted-imports': ['error', { patterns: [
        { regex: '^(?:~|~~|@|@@|#shared)/', message: 'As a layer this points at the host; cross folders by #layers/northlight/….' },
        { regex: '^\\.\\./', message: 'Cross folders by #layers/northlight/….' },
        { regex: '^(?:\\./|#layers/northlight/)(?!.*\\.(?:ts|vue|mjs|css|json)$)', message: 'Name the whole file, with its extension.' },
      ] }],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      'northlight/no-undeclared-values': 'error',
      'northlight/no-vague-file-names': 'error',
    },
  },
  {
    name: 'northlight/scripts',
    files: ['{scripts,eslint}/**/*.mjs', '*.mjs', 'tests/fixtures/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    name: 'northlight/host-app',
    // An app of its own: its pages and layouts are named by the framework's rules, as ours are.
    files: ['tests/fixtures/host-app/**/*.vue'],
    rules: { 'vue/multi-word-component-names': 'off' },
  },
  {
    name: 'northlight/product',
    files: product,
    rules: {
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...restrictedSyntax, bareEnvironment, bareJsonParse],
    },
  },
  {
    name: 'northlight/modules',
    // What a component's script declares is its instance's.
    files: ['{composables,stores,plugins,server,shared}/**/*.ts'],
    rules: { 'northlight/no-module-state': 'error' },
  },
  {
    name: 'northlight/components',
    files: ['**/*.vue'],
    rules: {
      'vue/no-v-html': 'error',
      'vue/no-undef-components': ['error', { ignorePatterns: frameworkComponents }],
      'vue/no-undef-properties': ['error', { ignores: ['/^\\$/'] }],
      'vue/no-restricted-static-attribute': ['error', { key: 'style', message: 'Style by a class; the content security policy refuses inline styles.' }],
      'vue/no-restricted-v-bind': ['error', { argument: 'style', message: 'Style by a class; the content security policy refuses inline styles.' }],
    },
  },
  {
    name: 'northlight/markdown',
    // Its HTML comes from shared/markdown, which escapes what a model wrote.
    files: ['components/chat/MarkdownBlock.vue'],
    rules: { 'vue/no-v-html': 'off' },
  },
  {
    name: 'northlight/server',
    files: ['server/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, bareConsole, bareEnvironment, bareJsonParse] },
  },
  {
    name: 'northlight/environment',
    files: ['server/utils/env.ts'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, bareConsole, bareJsonParse] },
  },
  {
    name: 'northlight/json',
    files: checkedJsonParse,
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, bareConsole, bareEnvironment] },
  },
  {
    name: 'northlight/data-tables',
    files: longDataTables.length > 0 ? longDataTables : ['-'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
)
