import process from 'node:process'
import { openDatabase } from '#layers/northlight/server/store/open-database.ts'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { answerStep, callParts, callStep } from './model-parts.ts'
import { createPostTool, githubVariables } from './post-to-github.ts'
import { createScriptedModel } from './scripted-model.ts'
import { startTestServer } from './start-test-server.ts'

/**
 * `node run-executing-server.ts <address of a GitHub> <data folder> <template>`, or with DATABASE_URL: a server with the
 * real queue and executor, whose model comments what it is told and then says that it is done. Says where it is, and
 * waits to be killed.
 */
const [apiUrl = '', dataFolder = '', templatePath = ''] = process.argv.slice(2)
const databaseUrl = process.env.DATABASE_URL
const database = await openDatabase({ ...databaseUrl ? { databaseUrl } : { dataFolder, templatePath }, migrations: await readMigrationFiles('prisma/migrations') })
const model = createScriptedModel()
const server = await startTestServer(database, { model: { model }, titleModel: { model: createScriptedModel([], { onCall: () => Promise.reject(new Error('It names nothing.')) }) }, tools: [createPostTool(apiUrl)] }, githubVariables)
console.log(JSON.stringify({ url: server.url }))
for (let number = 1; ; number++) {
  const call = await model.call(number)
  const last = call.prompt.at(-1)
  const said = last?.role === 'user' ? last.content.map((part) => part.type === 'text' ? part.text : '').join('') : undefined
  call.end(...said === undefined ? answerStep('It is settled.') : callStep(callParts(`call-${process.pid}-${number}`, 'post', { text: said })))
}
