import { expect, it } from 'vitest'
import { toPartKind, toToolState } from '#layers/northlight/shared/surfacing/part-kinds.ts'
import type { PartKind, PartRole, ToolState } from '#layers/northlight/shared/surfacing/part-kinds.ts'
import { toolStateNames } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'

it('knows a part\'s kind by its type, and no kind of what the SDK has no part for', () => {
  expect(['tool-', 'tool-a-b', 'data-x', 'dynamic-tool', 'text', 'step-start'].map(toPartKind)).toEqual(['tool', 'tool', 'data', 'dynamic-tool', 'text', 'step-start'])
  expect(['tool', 'data', 'steering-message', 'constructor', ''].map(toPartKind)).toEqual(Array(5).fill(undefined))
})

it('knows every state of a call', () => {
  expect(toolStateNames.map(toToolState)).toEqual(toolStateNames)
  expect(['unheard-of', 'toString', 3, undefined].map(toToolState)).toEqual(Array(4).fill(undefined))
})

it('refuses, by type, a table that misses a kind or a state', () => {
  // @ts-expect-error a part kind without a row
  const kinds: Record<PartKind, PartRole> = { text: 'text' }
  // @ts-expect-error a tool state without a row
  const states: Record<ToolState, boolean> = { 'input-streaming': true }
  expect([kinds, states]).toHaveLength(2)
})
