import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { IConfiguration, ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import browserWeight from '#layers/northlight/.dependency-cruiser.browser.mjs'
import walls from '#layers/northlight/.dependency-cruiser.mjs'

const ours = (path: string) => `import '#layers/northlight/${path}'\n`
const level = 'shared/settings/detail-level.ts'

/** Each file with what it imports; a wall is proved by an import that it refuses, and by one beside it that it lets through. */
const refused: Record<string, { rule: string, file: string, code: string }> = {
  'a store that imports a component': { rule: 'no-upward-import-from-stores', file: 'stores/thing.ts', code: ours('components/ui/UiThing.vue') },
  'a composable that imports a component': { rule: 'no-upward-import-from-composables', file: 'composables/useThing.ts', code: ours('components/ui/UiThing.vue') },
  'a component that imports a page': { rule: 'no-upward-import-from-components', file: 'components/chat/ChatThing.vue', code: `<script setup lang="ts">\n${ours('pages/thing.vue')}</script>\n` },
  'a shared file that imports a store': { rule: 'no-upward-import-from-shared', file: 'shared/display/to-thing.ts', code: ours('stores/plain.ts') },
  'a store that imports the server': { rule: 'no-server-in-the-client', file: 'stores/server.ts', code: ours('server/utils/plain.ts') },
  'a server file that imports a composable': { rule: 'no-client-in-the-server', file: 'server/utils/client.ts', code: ours('composables/plain.ts') },
  'a server file that imports a route': { rule: 'no-import-of-routes', file: 'server/utils/route.ts', code: ours('server/api/thing.get.ts') },
  'an agent file that imports the database client': { rule: 'no-prisma-outside-the-store', file: 'server/agent/client.ts', code: ours('generated/prisma/client.ts') },
  'an agent file that imports Prisma': { rule: 'no-prisma-outside-the-store', file: 'server/agent/prisma.ts', code: 'import \'@prisma/adapter-pg\'\n' },
  'an agent file that imports the level': { rule: 'no-detail-level-in-the-work', file: 'server/agent/level.ts', code: ours(level) },
  'an agent file that imports the type of the level': { rule: 'no-detail-level-in-the-work', file: 'server/agent/level-type.ts', code: `import type { DetailLevel } from '#layers/northlight/${level}'\n\nexport type Thing = DetailLevel\n` },
  'a stream file that loads the level on demand': { rule: 'no-detail-level-in-the-work', file: 'server/stream/level.ts', code: `export const load = () => import('#layers/northlight/${level}')\n` },
  'an agent file that gets the level by another file': { rule: 'no-detail-level-behind-the-work', file: 'server/agent/level-behind.ts', code: ours('shared/display/with-level.ts') },
  'the transport that imports the plan': { rule: 'no-detail-level-in-the-work', file: 'composables/session/level.ts', code: ours('shared/surfacing/plan-surfacing.ts') },
  'a plain component that imports a store': { rule: 'no-store-in-plain-components', file: 'components/blocks/ThingBlock.vue', code: `<script setup lang="ts">\n${ours('stores/plain.ts')}</script>\n` },
  'a chat component that imports zod': { rule: 'no-heavy-import-in-the-chat', file: 'components/chat/ChatZod.vue', code: '<script setup lang="ts">\nimport \'zod\'\n</script>\n' },
  'a chat component that imports the SDK': { rule: 'no-heavy-import-in-the-chat', file: 'components/chat/ChatSdk.vue', code: '<script setup lang="ts">\nimport \'ai\'\n</script>\n' },
  'a chat component that gets zod by another file': { rule: 'no-heavy-import-behind-the-chat', file: 'components/chat/ChatBehind.vue', code: `<script setup lang="ts">\n${ours('shared/display/with-zod.ts')}</script>\n` },
  'a shared file that imports a package': { rule: 'no-package-in-shared', file: 'shared/display/package.ts', code: 'import \'pg\'\n' },
  'a shared file that runs the SDK': { rule: 'no-package-code-in-shared', file: 'shared/display/sdk.ts', code: 'import \'ai\'\n' },
  'a shared file that imports Node': { rule: 'no-node-in-shared', file: 'shared/display/node.ts', code: 'import \'node:fs\'\n' },
  'two files that need each other': { rule: 'no-cycle', file: 'server/jobs/first.ts', code: ours('server/jobs/second.ts') },
  'an import of nothing': { rule: 'no-unresolved-import', file: 'server/jobs/nothing.ts', code: ours('server/jobs/nowhere.ts') },
}

const allowed: Record<string, { file: string, code: string }> = {
  'the settings route with the level': { file: 'server/api/settings/chat.get.ts', code: ours(level) },
  'the preference\'s store file with the level': { file: 'server/store/chat-preference-store.ts', code: ours(level) },
  'a store file with Prisma': { file: 'server/store/thing-store.ts', code: `${ours('generated/prisma/client.ts')}import '@prisma/adapter-pg'\n` },
  'an agent file that classifies parts': { file: 'server/agent/classify.ts', code: ours('shared/surfacing/classify-parts.ts') },
  'a shared file with zod and types of the SDK': { file: 'shared/messages/thing.ts', code: 'import \'zod\'\nimport type { UIMessage } from \'ai\'\n\nexport type Thing = UIMessage\n' },
  'a chat component that gets types of the SDK by another file': { file: 'components/chat/ChatTypesBehind.vue', code: `<script setup lang="ts">\n${ours('shared/display/with-types.ts')}</script>\n` },
  'a page with everything below it': { file: 'pages/all.vue', code: `<script setup lang="ts">\n${['components/ui/UiThing.vue', 'composables/plain.ts', 'stores/plain.ts', level].map(ours).join('')}</script>\n` },
}

/** What the others import. */
const ground: Record<string, string> = {
  'package.json': '{ "type": "module", "imports": { "#layers/northlight/*": "./*" } }\n',
  [level]: 'export type DetailLevel = 0\n',
  'shared/display/with-level.ts': ours(level),
  'shared/display/with-zod.ts': 'import \'zod\'\n',
  'shared/display/with-types.ts': 'import type { UIMessage } from \'ai\'\n\nexport type Thing = UIMessage\n',
  'shared/surfacing/plan-surfacing.ts': '',
  'shared/surfacing/classify-parts.ts': '',
  'components/ui/UiThing.vue': '<template>\n  <p />\n</template>\n',
  'pages/thing.vue': '<template>\n  <p />\n</template>\n',
  'composables/plain.ts': '',
  'stores/plain.ts': '',
  'server/utils/plain.ts': '',
  'server/api/thing.get.ts': '',
  'server/jobs/second.ts': ours('server/jobs/first.ts'),
  'generated/prisma/client.ts': '',
}

const cases = { ...refused, ...allowed }
const layers = ['pages', 'components', 'composables', 'stores', 'server', 'shared', 'generated']

async function listViolations({ forbidden, options }: IConfiguration) {
  const { output } = await cruise(layers, { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } }, options?.enhancedResolveOptions)
  if (typeof output === 'string') throw new Error(output)
  return output.summary.violations
}

let folder = ''
let violations: ICruiseResult['summary']['violations'] = []

describe('the directions', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'northlight-directions-'))
    const files = { ...ground, ...Object.fromEntries(Object.values(cases).map(({ file, code }) => [file, code])) }
    for (const [file, code] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), code)
    }
    await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    violations = (await Promise.all([walls, browserWeight].map(listViolations))).flat()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  for (const [name, { rule, file }] of Object.entries(refused)) {
    it(`refuse ${name}`, () => {
      expect(violations.filter((violation) => violation.from === file).map((violation) => violation.rule.name)).toContain(rule)
    })
  }

  for (const [name, { file }] of Object.entries(allowed)) {
    it(`allow ${name}`, () => {
      expect(violations.filter((violation) => violation.from === file)).toEqual([])
    })
  }

  it('are proved one by one', () => {
    expect(new Set([walls, browserWeight].flatMap(({ forbidden = [] }) => forbidden).map(({ name }) => name))).toEqual(new Set(Object.values(refused).map(({ rule }) => rule)))
  })
})
