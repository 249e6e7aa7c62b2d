const upwardKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

/** Calls back as soon as a reader means to go up: by wheel, touch, key or a selection. Returns the way to stop. */
export function watchUpwardIntent(scroller: HTMLElement, onIntent: () => void): () => void {
  const controller = new AbortController()
  const listening = { passive: true, signal: controller.signal }
  let touchY = 0
  const report = () => {
    if (scroller.scrollTop > 0) {
      onIntent()
    }
  }
  scroller.addEventListener('wheel', (event) => event.deltaY < 0 && report(), listening)
  scroller.addEventListener('touchstart', (event) => {
    touchY = event.touches[0]?.clientY ?? 0
  }, listening)
  scroller.addEventListener('touchmove', (event) => (event.touches[0]?.clientY ?? 0) > touchY && report(), listening)
  scroller.addEventListener('keydown', (event) => isUpwardKey(event) && report(), listening)
  document.addEventListener('selectionchange', () => {
    const selection = document.getSelection()
    if (selection !== null && !selection.isCollapsed && scroller.contains(selection.anchorNode)) {
      report()
    }
  }, listening)
  return () => controller.abort()
}

function isUpwardKey(event: KeyboardEvent): boolean {
  return upwardKeys.has(event.key) || (event.key === ' ' && event.shiftKey)
}
