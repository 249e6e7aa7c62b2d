import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listRouteFiles } from '#layers/northlight/tests/support/route-files.ts'

const root = join(import.meta.dirname, '../../..')
const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
const { scripts, dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const builtInCommands = new Set(['install', 'pack', 'start', 'test'])

function readCode(page: string): string[] {
  return [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8')

  it('names only files and folders that exist', () => {
    const named = readCode(page).filter((code) => /^(?:server|shared|components|composables|stores|pages|layouts|prisma|tests|scripts|docs|assets|\.ci)\/[\w./[\]-]+$/.test(code))
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '')
    expect(links.filter((link) => !existsSync(join(root, page, '..', link)))).toEqual([])
  })

  it('names only commands that package.json has', () => {
    const commands = [...text.matchAll(/npm (?:run )?(?<name>[a-z]+)/g)].map((match) => match.groups?.name ?? '')
    expect(commands.filter((name) => !builtInCommands.has(name) && !(name in scripts))).toEqual([])
  })

  it('names only routes that the server has', () => {
    const routes = listRouteFiles().map(({ method, path }) => `${method} ${path}`)
    const named = [...text.matchAll(/(?:GET|POST|PATCH|DELETE) \/(?:api\/[\w/:-]+|healthz|readyz)/g)].map(([route]) => route)
    expect(named.filter((route) => !routes.includes(route))).toEqual([])
  })
})

it.each(['README.md', 'docs/embedding.md'])('%s names the versions that the layer is built with', (page) => {
  const installed = [...readFileSync(join(root, page), 'utf8').matchAll(/ (nuxt|vue|vite)@([\d.]+)/g)].map(([, name, version]) => [name, version])
  expect(Object.fromEntries(installed)).toEqual({ nuxt: dependencies.nuxt, vue: dependencies.vue, vite: { ...dependencies, ...devDependencies }.vite })
})

it.each(['README.md', 'docs/embedding.md'])('%s: a frame that is copied from the page can copy', (page) => {
  const frames = [...readFileSync(join(root, page), 'utf8').matchAll(/<iframe[^>]*>/g)].map(([frame]) => frame)
  expect(frames).not.toEqual([])
  expect(frames.filter((frame) => !frame.includes('allow="clipboard-write"'))).toEqual([])
})

it('docs/dependencies.md gives a reason for each dependency', () => {
  const reasons = readCode('docs/dependencies.md')
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(packages.filter((name) => !name.startsWith('@types/') && !reasons.includes(name))).toEqual([])
})
