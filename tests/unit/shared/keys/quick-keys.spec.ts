import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quickKeyGroups, resolveQuickKey, toKeyCap, type KeyPress } from '#layers/northlight/shared/keys/quick-keys.ts'

const plain: KeyPress = { key: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false, keyCode: 0 }
const page = { isField: false, isApple: false }
const listed = quickKeyGroups.flatMap((group) => group.keys)
const commands = listed.filter((quickKey) => quickKey.command !== undefined)

/** The press that the sheet shows. */
function toPress(keys: readonly string[], isApple: boolean): KeyPress {
  const mod = keys.includes('mod')
  return { ...plain, key: keys.at(-1) ?? '', shiftKey: keys.includes('shift'), metaKey: mod && isApple, ctrlKey: mod && !isApple }
}

describe('resolveQuickKey', () => {
  it.each([false, true])('does what the sheet says, on every keyboard (Apple: %s)', (isApple) => {
    expect(commands.length).toBe(6)
    for (const { keys, command } of commands) expect(resolveQuickKey(toPress(keys, isApple), { isField: false, isApple })).toBe(command)
  })

  it('takes a sign that needs Shift on this keyboard, and a letter in capitals', () => {
    expect(resolveQuickKey({ ...plain, key: '/', shiftKey: true }, page)).toBe('focus-message')
    expect(resolveQuickKey({ ...plain, key: '?', shiftKey: true }, page)).toBe('show-keys')
    expect(resolveQuickKey({ ...plain, key: 'O', shiftKey: true, ctrlKey: true }, page)).toBe('new-chat')
    expect(resolveQuickKey({ ...plain, key: 'K', shiftKey: true, ctrlKey: true }, page)).toBeUndefined()
  })

  it('leaves plain keys to a field, and takes those with a modifier there', () => {
    expect(resolveQuickKey({ ...plain, key: '/' }, { ...page, isField: true })).toBeUndefined()
    expect(resolveQuickKey({ ...plain, key: '?' }, { ...page, isField: true })).toBeUndefined()
    expect(resolveQuickKey({ ...plain, key: 'k', ctrlKey: true }, { ...page, isField: true })).toBe('search-chats')
  })

  const press = fc.record<KeyPress>({
    key: fc.constantFrom('/', '?', 'k', 'K', 'o', 'O', 'Enter', 'Escape', 'ArrowDown', 'x'),
    ctrlKey: fc.boolean(), metaKey: fc.boolean(), shiftKey: fc.boolean(), altKey: fc.boolean(), isComposing: fc.boolean(), keyCode: fc.constantFrom(0, 75, 229),
  })

  it('never takes a key of an input method, one with Alt, or one with the other keyboard\'s modifier', () => {
    fc.assert(fc.property(press, fc.boolean(), fc.boolean(), (pressed, isField, isApple) => {
      const command = resolveQuickKey(pressed, { isField, isApple })
      const isOther = isApple ? pressed.ctrlKey : pressed.metaKey
      if (pressed.isComposing || pressed.keyCode === 229 || pressed.altKey || isOther) expect(command).toBeUndefined()
      if (isField && !pressed.ctrlKey && !pressed.metaKey) expect(command).toBeUndefined()
    }))
  })
})

it('toKeyCap names keys as they are printed', () => {
  expect(['mod', 'shift', 'o'].map((key) => toKeyCap(key, true))).toEqual(['⌘', '⇧', 'O'])
  expect(['mod', 'shift', 'o'].map((key) => toKeyCap(key, false))).toEqual(['Ctrl', 'Shift', 'O'])
  expect(toKeyCap('constructor', false)).toBe('CONSTRUCTOR')
})
