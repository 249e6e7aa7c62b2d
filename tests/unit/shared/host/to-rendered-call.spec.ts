import { describe, expect, it } from 'vitest'
import { toRenderedDetails, toRenderedRow } from '#layers/northlight/shared/host/to-rendered-call.ts'
import { toolStates } from '#layers/northlight/shared/surfacing/part-kinds.ts'
import type { ToolState } from '#layers/northlight/shared/surfacing/part-kinds.ts'
import { resolveToolSlot } from '#layers/northlight/shared/surfacing/user-facing-slots.ts'
import type { ToolLineState } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'

const drawn: Record<ToolState, ToolLineState | undefined> = {
  'input-streaming': 'running',
  'input-available': 'running',
  'approval-requested': undefined,
  'approval-responded': undefined,
  'output-available': 'done',
  'output-error': undefined,
  'output-denied': undefined,
}

function toRow(state: ToolState, approval?: object) {
  const part = { type: 'tool-file_motion', toolName: 'file_motion', toolCallId: 'c', state, input: 1, output: 2, ...(approval ? { approval } : {}) }
  return { kind: 'user-facing', key: 'part-0', slot: resolveToolSlot('file_motion', state), part } as const
}

describe('what a host may draw', () => {
  it.each(Object.keys(toolStates) as ToolState[])('S01 of a user-facing call in state %s: never an ask, a refusal or a failure', (state) => {
    expect(toRenderedRow(toRow(state))?.state).toBe(drawn[state])
  })

  it('S01 leaves a call that was asked about to us, once it is done too', () => {
    expect(toRenderedRow(toRow('output-available', { id: 'a', approved: true }))).toBeUndefined()
  })

  it('gives the call as the tool left it, and nothing of the level', () => {
    expect(toRenderedRow(toRow('output-available'))).toEqual({ toolName: 'file_motion', toolCallId: 'c', state: 'done', input: 1, output: 2 })
  })

  it('leaves other parts, and tools that have a face of their own, alone', () => {
    expect(toRenderedRow({ kind: 'user-facing', key: 'k', slot: 'file', part: { type: 'file' } })).toBeUndefined()
    expect(toRenderedRow({ ...toRow('output-available'), slot: 'question' })).toBeUndefined()
  })

  it('leaves the details of what failed or was stopped to us', () => {
    const call = { key: 'k', toolName: 't', label: 'T', input: 1, output: 2 }
    expect(toRenderedDetails({ ...call, state: 'done' })).toEqual({ toolName: 't', state: 'done', input: 1, output: 2 })
    expect(toRenderedDetails({ ...call, state: 'failed' })).toBeUndefined()
    expect(toRenderedDetails({ ...call, state: 'stopped' })).toBeUndefined()
  })
})
