import process from 'node:process'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { submitChatRequest } from '#layers/northlight/server/agent/submit-chat-request.ts'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'
import { createServices } from '#layers/northlight/server/utils/create-services.ts'
import { textParts } from './model-parts.ts'
import { createScriptedModel } from './scripted-model.ts'

/** `node run-doomed-server.ts <data folder> <template>`: says `stored` in the middle of a turn, and waits to be killed. */
const [dataFolder = '', template = ''] = process.argv.slice(2)
const model = createScriptedModel()
const services = await createServices({
  environment: readEnvironment({ NORTHLIGHT_DATA_DIR: dataFolder, NORTHLIGHT_DATABASE_TEMPLATE: template }),
  migrations: await readMigrationFiles('prisma/migrations'),
  overrides: { model: { model } },
})
await submitChatRequest(services, services.localPrincipal, {
  id: 'chat-0123456789abcdef', trigger: 'submit-message', message: { id: 'question-1', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] },
})
const call = await model.call(1)
call.push(...textParts('t', 'Two tests ', 'failed.'), { type: 'tool-input-start', id: 'c1', toolName: 'list_runs' })
const isStored = async () => (await services.database.prisma.turnEvent.findMany()).some((row) => JSON.stringify(row.chunk).includes('text-end'))
while (!await isStored());
console.log('stored')
setInterval(() => {}, 1_000)
