import { join } from 'node:path'
import { bundleScript } from '#layers/northlight/tests/bench/bundle-script.ts'
import { serveAnswers } from '#layers/northlight/tests/bench/serve-answers.ts'

/** The floor page on a server of its own. */
export async function serveFloor() {
  const { script, style } = await bundleScript(join(import.meta.dirname, 'floor.ts'))
  const html = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title><link rel="stylesheet" href="/floor.css"></head><body><main></main><script src="/floor.js"></script></body></html>'
  return serveAnswers(new Map([
    ['/', { headers: { 'content-type': 'text/html' }, body: html }],
    ['/floor.js', { headers: { 'content-type': 'text/javascript' }, body: script }],
    ['/floor.css', { headers: { 'content-type': 'text/css' }, body: style }],
  ]))
}
