import { expect, it } from 'vitest'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import { failed, internalCall, running, toMessage, userFacingCall } from '#layers/northlight/tests/fixtures/messages/message-parts.ts'

const planSlots = (parts: unknown[], isRunning = false) => planSurfacing(toMessage(...parts), { level: 0, running: isRunning }).rows.flatMap((row) => row.kind === 'user-facing' ? [row.slot] : [])
const data = (name: string) => ({ type: `data-${name}`, data: {} })

it('draws every data part in its slot, and the unknown in the fallback', () => {
  const names = ['block', 'card', 'view', 'approval', 'receipt', 'question', 'document', 'reply-draft', 'app', 'error']
  expect(planSlots(names.map(data))).toEqual(names)
  expect(planSlots([{ type: 'file', url: 'x' }, data('new'), { type: 'custom', kind: 'a.b' }, { type: 'new' }, null])).toEqual(['file', 'fallback', 'fallback', 'fallback', 'fallback'])
})

it('shows a user-facing call as its ask while one is open, and as a receipt once it is over', () => {
  const ask = { state: 'approval-requested', approval: { id: 'a' } }
  expect(planSlots([userFacingCall('comment', running)], true)).toEqual(['tool'])
  expect(planSlots([userFacingCall('comment', ask), internalCall('x', ask)])).toEqual(['approval', 'approval'])
  expect(planSlots([userFacingCall('comment'), userFacingCall('comment', failed('No')), userFacingCall('comment', { state: 'output-denied' })])).toEqual(['receipt', 'receipt', 'receipt'])
  expect(planSlots([userFacingCall('comment', running)])).toEqual(['receipt'])
})

it('shows a question as a question, and one that came to nothing as a receipt', () => {
  expect(planSlots([userFacingCall('ask_question'), userFacingCall('ask_question', failed('No'))])).toEqual(['question', 'receipt'])
  expect(planSlots([userFacingCall('ask_question', running)], true)).toEqual(['question'])
})

it('gives a renderer the part\'s fields, the tool\'s name and the settled state', () => {
  const part = { type: 'dynamic-tool', toolName: 'comment', toolCallId: 'c', title: 'Comment', toolMetadata: { northlight: { manner: 'user-facing' } }, state: 'input-available', input: { body: 'x' }, secret: 1 }
  expect(planSurfacing(toMessage(part), { level: 0, running: false }).rows).toEqual([{
    kind: 'user-facing',
    key: 'part-0',
    slot: 'receipt',
    part: { type: 'dynamic-tool', toolName: 'comment', toolCallId: 'c', title: 'Comment', state: 'output-error', errorText: 'Stopped before it finished', input: { body: 'x' } },
  }])
  expect(planSurfacing(toMessage(userFacingCall('comment')), { level: 0, running: false }).rows).toMatchObject([{ part: { toolName: 'comment' } }])
})
