/**
 * The directions of architecture.md: `pages → components → composables → stores → shared` and
 * `server/api → server/* → shared`, and the walls between them.
 */
const anyOf = (...parts) => `^(?:${parts.join('|')})`
const packages = (...names) => `(?:^|/)node_modules/(?:${names.join('|')})/`

const screens = ['pages/', 'layouts/', 'app\\.vue$']
const clientLayers = [screens, ['components/'], ['composables/'], ['stores/'], ['shared/']]
const besideTheProduct = ['tests/', 'scripts/', 'eslint/']

/** What a shared file may import from packages, whole: pure functions that run anywhere. */
const pureLibraries = ['zod', 'markdown-it', 'markdown-it-cjk-friendly', 'remend', 'get-east-asian-width']
/** Only their types are shared. */
const typesOf = ['ai']

/** Presentation: nothing that makes, sends or stores a message may know of it (chat-detail-level.md). */
const presentation = '^shared/(?:settings/(?:detail-level|chat-settings)|surfacing/plan-surfacing)\\.ts$'
const settingsRoute = ['server/api/settings/', 'server/store/chat-preference-store\\.ts$']
const transport = ['server/', 'composables/session/', 'shared/messages/']

/** The transcript and the composer stay light in the browser (architecture.md, "Own the middle, borrow the ends"). */
export const heavyInTheBrowser = [packages('@nuxt/ui', 'ai'), '(?:^|/)node_modules/zod/(?!mini/|v4/mini/)']
export const lightComponents = '^components/(?:chat|blocks|ui)/'

const upward = clientLayers.slice(1).map((layer, index) => ({
  name: `no-upward-import-from-${layer[0].slice(0, -1)}`,
  comment: 'pages → components → composables → stores → shared',
  severity: 'error',
  from: { path: anyOf(...layer) },
  to: { path: anyOf(...clientLayers.slice(0, index + 1).flat(), ...besideTheProduct) },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...upward,
    {
      name: 'no-cycle',
      comment: 'Two files that need each other are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved-import',
      severity: 'error',
      from: { pathNot: anyOf(...besideTheProduct) },
      to: { couldNotResolve: true, pathNot: '^#(?:imports|components|app|build)' },
    },
    {
      name: 'no-server-in-the-client',
      severity: 'error',
      from: { path: anyOf(...clientLayers.flat()) },
      to: { path: anyOf('server/', 'generated/', 'prisma/') },
    },
    {
      name: 'no-client-in-the-server',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: anyOf(...clientLayers.slice(0, -1).flat(), ...besideTheProduct) },
    },
    {
      name: 'no-import-of-routes',
      comment: 'A route parses, authorises, calls one function and answers; what others need is that function.',
      severity: 'error',
      from: { pathNot: anyOf('tests/') },
      to: { path: '^server/api/' },
    },
    {
      name: 'no-prisma-outside-the-store',
      severity: 'error',
      from: { pathNot: anyOf('server/store/', 'generated/', 'prisma', ...besideTheProduct) },
      to: { path: ['^generated/prisma/', packages('@prisma', 'prisma')] },
    },
    {
      name: 'no-detail-level-in-the-work',
      comment: 'Presentation never changes the work: the level ends at the settings route and its store file.',
      severity: 'error',
      from: { path: anyOf(...transport), pathNot: anyOf(...settingsRoute) },
      to: { path: presentation },
    },
    {
      name: 'no-detail-level-behind-the-work',
      comment: 'Nor by way of another file.',
      severity: 'error',
      from: { path: anyOf('server/agent/', 'server/stream/', 'server/approvals/') },
      to: { path: presentation, reachable: true },
    },
    {
      name: 'no-store-in-plain-components',
      comment: 'Blocks, views, objects and the parts that they share take props and give events.',
      severity: 'error',
      from: { path: '^components/(?:blocks|views|objects|ui)/' },
      to: { path: '^stores/' },
    },
    {
      name: 'no-heavy-import-in-the-chat',
      severity: 'error',
      from: { path: lightComponents },
      to: { path: heavyInTheBrowser, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-package-in-shared',
      comment: `Shared files run anywhere: of packages they import ${pureLibraries.join(', ')}, and types of ${typesOf.join(', ')}.`,
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '(?:^|/)node_modules/', pathNot: packages(...pureLibraries, ...typesOf) },
    },
    {
      name: 'no-package-code-in-shared',
      comment: 'Types only.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: packages(...typesOf), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-node-in-shared',
      severity: 'error',
      from: { path: '^shared/' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: ['(?:^|/)node_modules/', '^generated/'] },
    exclude: { path: ['^\\.nuxt/', '^\\.output/', '^tests/fixtures/reports/'] },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.mjs', '.js', '.vue', '.json'] },
  },
}
