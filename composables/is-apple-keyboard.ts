/** Whether commands are given with ⌘ here; known in the browser only. */
export function isAppleKeyboard(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform)
}
