import { onBeforeUnmount, onMounted } from 'vue'
import { isAppleKeyboard } from './is-apple-keyboard.ts'
import { resolveQuickKey, type QuickKeyCommand } from '#layers/northlight/shared/keys/quick-keys.ts'

/** Inputs in which no text is typed. */
const pressedInputs = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

/** Acts on these of the page's quick keys while the caller is mounted. A command that gives false leaves the key to the browser. */
export function useQuickKeys(commands: Readonly<Partial<Record<QuickKeyCommand, () => boolean>>>): void {
  const onKeydown = (event: KeyboardEvent) => {
    // An open dialog has the keyboard to itself.
    if (event.defaultPrevented || document.querySelector('dialog[open], [aria-modal="true"]') !== null) return
    const command = resolveQuickKey(event, { isField: isTextField(event.target), isApple: isAppleKeyboard() })
    if (command !== undefined && commands[command]?.()) event.preventDefault()
  }
  onMounted(() => window.addEventListener('keydown', onKeydown))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKeydown))
}

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !pressedInputs.has(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.isContentEditable)
}
