import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const pages = readdirSync(join(root, 'pages'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.vue') && name !== 'gallery.vue')

it.each(pages)('pages/%s names its layout: without a name it would get the host\'s, where we are its layer', (page) => {
  const meta = /definePageMeta\((.*)\)/.exec(readFileSync(join(root, 'pages', page), 'utf8'))?.[1] ?? ''
  expect(meta).toMatch(/layout: (?:'northlight'|false)|redirect: /)
})

it('has no layout of a name that a host\'s pages get by default', () => {
  expect(readdirSync(join(root, 'layouts'))).not.toContain('default.vue')
})
