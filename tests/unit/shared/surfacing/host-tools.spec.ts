import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolRenderers, defineToolRenderer } from '#layers/northlight/shared/host/tool-renderers.ts'
import { toolMannerSchema } from '#layers/northlight/shared/messages/tool-manner.ts'
import type { ToolManner } from '#layers/northlight/shared/messages/tool-manner.ts'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import type { HostTools } from '#layers/northlight/shared/surfacing/host-tool.ts'
import { toolStates } from '#layers/northlight/shared/surfacing/part-kinds.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'

const manners = toolMannerSchema.options
const toolName = 'check_conflicts'
const words = { running: () => 'Checking for conflicts', done: () => 'Checked for conflicts', failed: 'check for conflicts', verb: 'Checked', phrase: () => 'for conflicts' }
const toTools = (manner: ToolManner): HostTools => new Map([[toolName, { manner, words }]])

function toMessage(fields: Record<string, unknown>) {
  return { id: 'm', role: 'assistant' as const, parts: [{ type: `tool-${toolName}`, toolCallId: 'c', input: {}, ...fields }, { type: 'text', text: 'Clear.' }] }
}

const done = { state: 'output-available', output: { clear: true } }
const kindsOf = (message: ReturnType<typeof toMessage>, tools: HostTools | undefined) =>
  planSurfacing(message, { level: 2, running: false, ...(tools ? { tools } : {}) }).rows.map((row) => row.kind)

describe('a host\'s tools in the plan', () => {
  it('read by the host\'s manner where the part has none, and as internal where nobody says', () => {
    expect(kindsOf(toMessage(done), undefined)).toEqual(['steps', 'prose'])
    expect(kindsOf(toMessage(done), toTools('user-facing'))).toEqual(['user-facing', 'prose'])
    expect(kindsOf(toMessage(done), toTools('housekeeping'))).toEqual(['prose', 'housekeeping-note'])
  })

  it('read by the manner they were stored with, whatever the host says', () => {
    fc.assert(fc.property(fc.constantFrom(...manners), fc.constantFrom(...manners), fc.constantFrom(...Object.keys(toolStates)), fc.constantFrom(...detailLevels), (stored, given, state, level) => {
      const message = toMessage({ state, output: 1, errorText: 'No', toolMetadata: { northlight: { manner: stored } } })
      const plan = (tools: HostTools) => planSurfacing(message, { level, running: false, tools })
      expect(plan(toTools(given))).toEqual(plan(toTools(stored)))
    }))
  })

  it('S02 an approval of a host\'s tool is drawn as one at every level, whatever its manner', () => {
    for (const manner of manners) {
      for (const level of detailLevels) {
        const message = toMessage({ state: 'approval-requested', approval: { id: 'a' } })
        expect(planSurfacing(message, { level, running: false, tools: toTools(manner) }).rows[0]).toMatchObject({ kind: 'user-facing', slot: 'approval' })
      }
    }
  })

  it('speak in the host\'s words', () => {
    expect(JSON.stringify(planSurfacing(toMessage(done), { level: 2, running: false, tools: toTools('internal') }).rows)).toContain('"label":"Checked for conflicts"')
  })
})

describe('createToolRenderers', () => {
  const renderer = defineToolRenderer({ name: toolName, manner: 'internal', component: {}, words })

  it('finds by own name only', () => {
    const registry = createToolRenderers([renderer])
    expect(registry.find(toolName)).toBe(renderer)
    for (const name of ['constructor', '__proto__', 'toString', '', undefined]) expect(registry.find(name)).toBeUndefined()
  })

  it('refuses two of one name', () => {
    expect(() => createToolRenderers([renderer, renderer])).toThrow('Two tool renderers are named check_conflicts.')
  })

  it('leaves the line to the tool\'s name when the host\'s words throw', () => {
    const fail = () => {
      throw new Error('No parties')
    }
    const { tools } = createToolRenderers([{ ...renderer, words: { ...words, running: fail, done: fail, phrase: fail } }])
    const rows = planSurfacing({ ...toMessage(done), parts: [toMessage(done).parts[0], toMessage(done).parts[0]] }, { level: 1, running: false, tools }).rows
    expect(JSON.stringify(rows)).toContain('"label":"Checked check conflicts 2 times"')
    expect(JSON.stringify(planSurfacing(toMessage(done), { level: 2, running: false, tools }).rows)).toContain('"label":"Used check conflicts"')
  })
})
