import type { Page } from '@playwright/test'

/** Pairs of links and buttons in sight of which one lies on the other, and those that reach beyond the screen. */
export function readOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pressed = [...document.querySelectorAll('a, button')].flatMap((element) => {
      const box = element.getBoundingClientRect()
      const isInSight = element.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.bottom > 0 && box.top < innerHeight && element.closest('[inert]') === null
      return isInSight ? [{ name: element.textContent.trim() || element.getAttribute('aria-label') || '', box }] : []
    })
    const beyond = pressed.filter(({ box }) => box.left < -1 || box.right > innerWidth + 1).map(({ name }) => `${name} beyond the screen`)
    const onEachOther = pressed.flatMap((one, index) => pressed.slice(index + 1)
      .filter(({ box }) => Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left) > 1 && Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top) > 1)
      .map(({ name }) => `${one.name} and ${name}`))
    return [...beyond, ...onEachOther]
  })
}
