import { isComposing } from './is-composing.ts'

/** What a quick key of the whole page does; the other keys belong to the control that has the focus. */
export type QuickKeyCommand = 'focus-message' | 'search-chats' | 'new-chat' | 'find-in-chat' | 'print-chat' | 'show-keys'

/** `mod` is ⌘ on Apple's keyboards and Ctrl on all others. */
export type QuickKeyName = 'mod' | 'shift' | 'enter' | 'escape' | 'arrows' | (string & {})

export interface QuickKey {
  /** Pressed together: modifiers first, one other key last, in lower case. */
  keys: readonly QuickKeyName[]
  words: string
  command?: QuickKeyCommand
}

export interface QuickKeyGroup {
  name: string
  keys: readonly QuickKey[]
}

/** Every quick key there is: the sheet lists them, and `resolveQuickKey` acts on those with a command. */
export const quickKeyGroups: readonly QuickKeyGroup[] = [
  {
    name: 'Anywhere',
    keys: [
      { keys: ['/'], words: 'Go to the message field', command: 'focus-message' },
      { keys: ['mod', 'k'], words: 'Search the chats', command: 'search-chats' },
      { keys: ['mod', 'shift', 'o'], words: 'Start a new chat', command: 'new-chat' },
      { keys: ['?'], words: 'Show these shortcuts', command: 'show-keys' },
    ],
  },
  {
    name: 'In a long chat',
    keys: [
      { keys: ['mod', 'f'], words: 'Find in all of its messages; once more, the browser\'s own search', command: 'find-in-chat' },
      { keys: ['enter'], words: 'Go to the next message found' },
      { keys: ['shift', 'enter'], words: 'Go to the previous message found' },
      { keys: ['mod', 'p'], words: 'Print all of it', command: 'print-chat' },
    ],
  },
  {
    name: 'In the message field',
    keys: [
      { keys: ['enter'], words: 'Send the message' },
      { keys: ['shift', 'enter'], words: 'Start a new line' },
      { keys: ['escape'], words: 'Stop the answer' },
    ],
  },
  {
    name: 'In Settings',
    keys: [{ keys: ['arrows'], words: 'Choose the next or the previous stop' }],
  },
]

/** As much of a key press as a command is read from; a `KeyboardEvent` fits. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
  isComposing: boolean
  keyCode: number
}

export interface KeyPlace {
  /** Whether the focus is where text is typed: only keys with a modifier are commands there. */
  isField: boolean
  isApple: boolean
}

const commandKeys = quickKeyGroups.flatMap((group) => group.keys).filter((quickKey) => quickKey.command !== undefined)

/** The command of a key press, if it is one. A key of an input method never is. */
export function resolveQuickKey(press: KeyPress, place: KeyPlace): QuickKeyCommand | undefined {
  if (isComposing(press)) return undefined
  return commandKeys.find((quickKey) => isPressed(quickKey.keys, press, place))?.command
}

function isPressed(keys: readonly QuickKeyName[], press: KeyPress, { isField, isApple }: KeyPlace): boolean {
  const key = keys.at(-1) ?? ''
  const needsModifier = keys.includes('mod')
  if (press.key.toLowerCase() !== key || press.altKey || (isField && !needsModifier)) return false
  // On some keyboards a sign needs Shift.
  const hasShift = press.shiftKey === keys.includes('shift') || !/^[a-z]$/.test(key)
  return hasShift && press.metaKey === (needsModifier && isApple) && press.ctrlKey === (needsModifier && !isApple)
}

const appleNames: Readonly<Record<string, string>> = { mod: '⌘', shift: '⇧', enter: 'Return', escape: 'Esc', arrows: 'Arrow keys' }
const otherNames: Readonly<Record<string, string>> = { mod: 'Ctrl', shift: 'Shift', enter: 'Enter', escape: 'Esc', arrows: 'Arrow keys' }

/** A key as it is printed on the reader's keyboard. */
export function toKeyCap(key: QuickKeyName, isApple: boolean): string {
  const names = isApple ? appleNames : otherNames
  return Object.hasOwn(names, key) ? names[key] ?? key : key.toUpperCase()
}
