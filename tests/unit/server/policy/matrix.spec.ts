import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRouteFiles } from '#layers/northlight/tests/support/route-files.ts'
import { columns } from './matrix-form.ts'
import type { Column, MatrixRow } from './matrix-form.ts'
import { rows } from './matrix-rows.ts'
import { canary, createMatrixWorld } from './matrix-world.ts'
import type { MatrixWorld } from './matrix-world.ts'

/** What these columns are answered has nothing of Mona's in it, whatever the status. */
const blind: readonly Column[] = ['nobody', 'other organisation', 'key without scope']
/** Nor do these, but for what everybody in an organisation is told of: who belongs to it. */
const colleagues: readonly Column[] = ['same organisation', 'admin']

const isBlind = (column: Column, route: string, { isForManagers = false }: MatrixRow) =>
  blind.includes(column) || (colleagues.includes(column) && route !== 'GET /api/members' && !(isForManagers && column === 'admin'))

let world: MatrixWorld

/** Five people sign up, which is made to cost. In milliseconds. */
const longestSetUp = 180_000

beforeAll(async () => world = await createMatrixWorld(), longestSetUp)
afterAll(() => world.close())

const routes = listRouteFiles().map(({ method, path }) => `${method} ${path}`)

it('has a row for each route file, and for no other', () => {
  expect(Object.keys(rows).toSorted()).toEqual(routes.toSorted())
})

it.each(Object.entries(rows))('%s', async (route, row) => {
  const answers: [Column, number][] = []
  for (const column of columns) {
    const { status, text } = await ask(route, row, column)
    answers.push([column, status])
    if (isBlind(column, route, row)) expect([column, text]).toEqual([column, expect.not.stringContaining(canary)])
    if (status >= 400) expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  }
  expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(columns.map((column, index) => [column, row.cells[index]])))
})

async function ask(route: string, row: MatrixRow, column: Column): Promise<{ status: number, text: string }> {
  const { path, body, headers } = row.request(await world.makeTargets(column))
  const response = await world.server.fetch(path, {
    method: route.split(' ')[0] || 'GET',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, ...await world.toCredentials(column, row.scope) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  // A stream of events ends with its reader.
  if (response.status === 200 && path === '/api/events') {
    await response.body?.cancel()
    return { status: response.status, text: '' }
  }
  return { status: response.status, text: await response.text() }
}
