import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** By a style sheet, by an element's attribute or by a class that stands for one. By script a lint rule refuses it. */
const smooth = /(?<![\w-])scroll-(?:behavior\s*:|smooth)/

it.each(['a { overflow: auto; scroll-behavior: smooth }', '<div class="scroll-smooth">'])('finds %s', (text) => {
  expect(text).toMatch(smooth)
})

it('P08 no style sheet, page or component asks for smooth scrolling: a place that is kept would be on its way to itself', () => {
  const files = globSync(['assets/**/*.css', '{components,pages,layouts}/**/*.vue', '*.vue'], { cwd: root })
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => smooth.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
