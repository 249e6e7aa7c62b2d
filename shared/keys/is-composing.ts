/** What of a key press tells whether it is an input method's. */
export interface ComposingPress {
  isComposing?: boolean
  keyCode?: number
}

/** Some browsers end a composition before its last key comes, and mark that key so. */
const composingKeyCode = 229

/** Whether a key is an input method's own, as the Enter and Escape that choose a word: such a key is no command. */
export function isComposing(press: ComposingPress): boolean {
  return press.isComposing === true || press.keyCode === composingKeyCode
}
