import { cardBudget } from '#layers/northlight/shared/approvals/layout-budgets.ts'

/** Fewer would not hold a chip (layout-budgets.ts). */
const fewestColumns = 10
const measuredSigns = 20

/** How many signs of the monospace face fit into a line inside an element as wide as it is now, less `inset` pixels; at most a card's. */
export function countColumns(element: Element, inset = 0): number {
  const probe = document.createElement('span')
  probe.className = 'nl-ask-probe'
  probe.textContent = '0'.repeat(measuredSigns)
  element.append(probe)
  const signWidth = probe.getBoundingClientRect().width / measuredSigns
  probe.remove()
  const { paddingLeft, paddingRight } = getComputedStyle(element)
  const width = element.clientWidth - (Number.parseFloat(paddingLeft) || 0) - (Number.parseFloat(paddingRight) || 0) - inset
  const fitting = Math.floor(width / signWidth)
  return Number.isFinite(fitting) && fitting > 0 ? Math.min(cardBudget.columns, Math.max(fewestColumns, fitting)) : cardBudget.columns
}
