import { expect, it } from 'vitest'
import { classifyParts } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import { placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import {
  block, failed, housekeepingCall, internalCall, longerText, longText, reasoning, redactedReasoning, source, stepStart, text, toMessage, userFacingCall,
} from '#layers/northlight/tests/fixtures/messages/message-parts.ts'

const settled = (...parts: unknown[]) => classifyParts(toMessage(...parts), { running: false })
const live = (...parts: unknown[]) => classifyParts(toMessage(...parts), { running: true })

it('classifies the placement message', () => {
  expect(classifyParts(placementMessage, { running: false })).toEqual([
    'transparent', 'working-note', 'internal-tool', 'working-note', 'internal-tool', 'answer', 'reasoning', 'housekeeping-tool', 'housekeeping-note',
  ])
})

it('takes a short text with an internal call after it for a note, over what stands between', () => {
  expect(settled(text('Let me look.'), reasoning('Hm'), stepStart, housekeepingCall(), internalCall('list_runs'), text('Two failed.'))[0]).toBe('working-note')
})

it('takes no text for a note for a housekeeping or user-facing call after it', () => {
  expect(settled(text('Look.'), housekeepingCall())[0]).toBe('answer')
  expect(settled(text('Look.'), userFacingCall('comment'))[0]).toBe('answer')
})

it('closes at a user-facing part what stands before it', () => {
  expect(settled(text('Which one?'), userFacingCall('ask_question'), internalCall('list_runs'))[0]).toBe('answer')
  expect(live(text('Which one?'), userFacingCall('ask_question'))[0]).toBe('answer')
  expect(settled(text(longText), internalCall('list_runs'), block('x'), text(longerText))[0]).toBe('answer')
  expect(settled(text(longText), housekeepingCall(), text('Noted.'), block('x'))[2]).toBe('answer')
})

it('keeps an established text as the answer while the message runs', () => {
  expect(live(text(longText), internalCall('list_runs'), text(longerText))).toEqual(['answer', 'internal-tool', 'answer'])
})

it('folds an established text at the end, unless it is longer than every answer after it', () => {
  expect(settled(text(longText), internalCall('list_runs'), text(longerText))[0]).toBe('working-note')
  expect(settled(text(longText), internalCall('list_runs'), text('Anything else?'))[0]).toBe('answer')
  expect(settled(text(longText), internalCall('list_runs'), text('So.'), text(longText))[0]).toBe('working-note')
})

it('never loses the answer to a call that came after it', () => {
  expect(settled(text('Two failed.'), internalCall('list_runs'))).toEqual(['answer', 'internal-tool'])
  expect(settled(text('One.'), internalCall('list_runs'), text('Two.'), internalCall('get_run'), text(' '))).toEqual([
    'working-note', 'internal-tool', 'answer', 'internal-tool', 'transparent',
  ])
  expect(live(text('Two failed.'), internalCall('list_runs'))[0]).toBe('working-note')
})

it('makes a chip\'s text of a short text after a housekeeping call, once the turn has ended', () => {
  const parts = [text('Two tests failed.'), housekeepingCall(), reasoning('So'), stepStart, housekeepingCall(), text('Noted.')]
  expect(settled(...parts).at(-1)).toBe('housekeeping-note')
  expect(live(...parts).at(-1)).toBe('provisional')
})

it('never shrinks an answer to a chip', () => {
  expect(settled(housekeepingCall(), text('Noted.')).at(-1)).toBe('answer')
  expect(settled(text('Ok.'), housekeepingCall(), text('Two tests failed.')).at(-1)).toBe('answer')
  expect(settled(text(longText), housekeepingCall(), text('One.\n\nTwo.')).at(-1)).toBe('answer')
  expect(settled(text('Two tests failed.'), housekeepingCall(), internalCall('list_runs'), text('Noted.')).at(-1)).toBe('answer')
  expect(settled(text('Two tests failed.'), housekeepingCall(), text('Noted.'), text('And more.')).at(-1)).toBe('answer')
  expect(settled(text(longText), block('x'), text('# One'), internalCall('x'), housekeepingCall(), text('Noted, and more.')).at(-1)).toBe('answer')
})

it('calls the last text provisional until it is established, closed or the turn ends', () => {
  expect(live(text('Two')).at(-1)).toBe('provisional')
  expect(live(text('Two'), reasoning('Hm'), text(''))[0]).toBe('provisional')
  expect(live(text('One'), text('Two'))).toEqual(['answer', 'provisional'])
  expect(live(text(longText)).at(-1)).toBe('answer')
  expect(settled(text('Two')).at(-1)).toBe('answer')
})

it('reads a call\'s manner from the part, and its state before its manner', () => {
  expect(settled(internalCall('x'), housekeepingCall(), userFacingCall('x'))).toEqual(['internal-tool', 'housekeeping-tool', 'user-facing'])
  expect(settled(internalCall('x', { toolMetadata: { northlight: { manner: 'loud' } } }))).toEqual(['internal-tool'])
  for (const state of ['approval-requested', 'approval-responded', 'output-denied']) expect(settled(internalCall('x', { state }))).toEqual(['user-facing'])
  expect(settled(internalCall('x', { approval: { id: 'a', approved: true } }), internalCall('x', failed('No')))).toEqual(['user-facing', 'internal-tool'])
})

it('sees through steps, empty texts, passing data and sources, and shows the unknown', () => {
  expect(settled(stepStart, text(' \n'), reasoning(''), { type: 'data-tick', transient: true, data: 1 }, source('https://a.example'))).toEqual([
    'transparent', 'transparent', 'transparent', 'transparent', 'source',
  ])
  expect(settled(redactedReasoning, { type: 'reasoning-file', url: 'x' })).toEqual(['reasoning', 'reasoning'])
  expect(settled(null, 3, {}, { type: 'custom', kind: 'a.b' }, { type: 'data-new' }, { type: 'new' }, { type: 'tool' })).toEqual(Array(7).fill('user-facing'))
})

it('takes a person\'s text for what it is, and what only a reply has for unknown', () => {
  const message = { ...toMessage(text('Look'), internalCall('x'), text('Please'), reasoning('Hm')), role: 'user' as const }
  expect(classifyParts(message, { running: true })).toEqual(['answer', 'user-facing', 'answer', 'user-facing'])
})

it('gives nothing for a message without parts', () => {
  expect(classifyParts({ ...toMessage(), parts: Object(null) }, { running: false })).toEqual([])
})
