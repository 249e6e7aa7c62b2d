import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acquireLock } from './lib/acquire-lock.mjs'
import { hasBuild, nameCurrentBuild, publishBuild, removeOldBuilds, toDraftFolder } from './lib/builds.mjs'
import { CommandError, failCommand } from './lib/command-error.mjs'
import { toTemplatePath } from './lib/database-template.mjs'
import { findNode, toToolEnvironment } from './lib/find-node.mjs'
import { hashFiles, hashTexts } from './lib/hash-files.mjs'
import { binFolder, commandCache, inProject, projectRoot } from './lib/project-paths.mjs'
import { runStep } from './lib/run-step.mjs'

/**
 * `node scripts/prepare.mjs install|build|test`, before the commands of package.json: does what is missing or stale
 * and nothing else. Runs on Node 20 without packages, since it is what installs them.
 */
const installing = [installPackages, generateClient, prepareTypes]
const preparations = {
  install: installing,
  build: [...installing, makeBuildAndTemplate],
  test: [...installing, makeBuildAndTemplate],
}

/** What the build does not read. A folder that nobody listed counts as sources: better a build too many than a stale one. */
const noSources = new Set([
  'node_modules', 'generated', 'coverage', 'test-results', 'playwright-report', 'tests', 'docs', 'scripts', 'eslint',
  'eslint.config.mjs', 'vitest.config.ts', 'playwright.config.ts', 'package.json',
])
const sourcesUnderThem = ['scripts/build']
const sourceFile = /^[^.].*\.(?:[cm]?[jt]s|vue|json|css)$|^\.(?:env|nuxtrc)$/
const typesStamp = inProject('.nuxt/northlight-stamp')
const buildVariables = ['NORTHLIGHT_BENCH']

async function main() {
  const steps = preparations[process.argv[2]]
  if (!steps) throw new CommandError(`Say what to prepare: ${Object.keys(preparations).join(', ')}.`)
  const release = await acquireLock(join(commandCache, 'prepare.lock'), (pid) => {
    console.log(`Process ${pid} is preparing the same folder; waiting for it…`)
  })
  for (const step of steps) await step()
  release()
}

async function installPackages() {
  const stamp = inProject('node_modules/.northlight-stamp')
  const wanted = await hashPackages()
  if (await readText(stamp) === wanted) return
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--loglevel=error']
  await runStep({
    title: 'Installing packages (a minute or two, the first time)',
    name: 'install',
    command: npm ? process.execPath : 'npm',
    args: npm ? [npm, ...args] : args,
  })
  // Types come from the packages too.
  await rm(typesStamp, { force: true })
  await writeFile(stamp, wanted)
}

/** Of package.json only what decides about packages: a new script or a packed folder needs no new installation. */
async function hashPackages() {
  const manifest = JSON.parse(await readFile(inProject('package.json'), 'utf8'))
  return hashTexts([JSON.stringify({ ...manifest, scripts: undefined, files: undefined }), await readFile(inProject('package-lock.json'), 'utf8'), process.platform, process.arch])
}

async function generateClient() {
  const stamp = inProject('generated/stamp')
  const wanted = hashTexts([await readFile(inProject('prisma/schema.prisma'), 'utf8'), await readFile(inProject('node_modules/prisma/package.json'), 'utf8')])
  if (await readText(stamp) === wanted && existsSync(inProject('generated/prisma/client.ts'))) return
  await runTool('Generating the database client', 'generate', ['prisma/build/index.js', 'generate'])
  await writeFile(stamp, wanted)
}

/** The generated types hold the names of the layouts, and what the settings say. */
async function prepareTypes() {
  const wanted = hashTexts([await readText(inProject('nuxt.config.ts')) ?? '', ...(await readdir(inProject('layouts')).catch(() => [])).sort()])
  if (await readText(typesStamp) === wanted) return
  await runTool('Preparing types', 'types', ['nuxt/bin/nuxt.mjs', 'prepare'])
  await writeFile(typesStamp, wanted)
}

async function makeBuildAndTemplate() {
  const results = await Promise.allSettled([buildWhenStale(), makeTemplateWhenMissing()])
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function buildWhenStale() {
  const hash = await hashSources()
  if (hasBuild(hash)) {
    await nameCurrentBuild(hash)
  }
  else {
    const draft = toDraftFolder()
    await rm(draft, { recursive: true, force: true })
    await runTool('Building', 'build', ['nuxt/bin/nuxt.mjs', 'build'], { NODE_ENV: 'production', NORTHLIGHT_BUILD_DIR: draft })
    await publishBuild(hash, join(draft, 'output'))
    await rm(draft, { recursive: true, force: true })
  }
  await removeOldBuilds()
}

async function hashSources() {
  const names = (await readdir(projectRoot, { withFileTypes: true })).filter(isSource).map((entry) => entry.name)
  const variables = buildVariables.map((name) => `${name}=${process.env[name] ?? ''}`)
  return hashTexts([await hashPackages(), await hashFiles(projectRoot, [...names, ...sourcesUnderThem]), ...variables])
}

function isSource(entry) {
  if (noSources.has(entry.name)) return false
  return entry.isDirectory() ? !entry.name.startsWith('.') : sourceFile.test(entry.name)
}

async function makeTemplateWhenMissing() {
  const path = await toTemplatePath()
  if (existsSync(path)) return
  await mkdir(join(path, '..'), { recursive: true })
  await runStep({
    title: 'Preparing the database',
    name: 'template',
    command: findNode(),
    args: ['scripts/database/make-template.ts', path],
    env: toToolEnvironment(),
  })
}

function runTool(title, name, [script, ...args], variables = {}) {
  return runStep({
    title,
    name,
    command: findNode(),
    args: [join(binFolder, '..', script), ...args],
    env: { ...toToolEnvironment(), ...variables },
  })
}

async function readText(path) {
  return readFile(path, 'utf8').catch(() => undefined)
}

main().catch(failCommand)
