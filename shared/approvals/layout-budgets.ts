/** How much of an ask is shown. More of each never shows less of a field; `columns` are at least 10, so that a chip fits. */
export interface LayoutBudget {
  /** Of all evidence together: the facts of the request come on top, whatever it is. */
  rows: number
  /** Of one field. */
  fieldRows: number
  /** Of one field, all its rows together. */
  fieldCells: number
  columns: number
  /** Of a label. */
  labelRows: number
  labelColumns: number
}

export const cardBudget: LayoutBudget = { rows: 24, fieldRows: 8, fieldCells: 400, columns: 80, labelRows: 2, labelColumns: 20 }

/** Everything. It is as wide as the card, since a row without an end can't be drawn. */
export const completeBudget: LayoutBudget = { rows: Infinity, fieldRows: Infinity, fieldCells: Infinity, columns: 80, labelRows: Infinity, labelColumns: 20 }
