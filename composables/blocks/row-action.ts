/** What can be done with a row: a place to go to, or something that happens in place. */
export type RowAction = RowLink | RowCommand

export interface RowLink {
  label: string
  href: string
}

export interface RowCommand {
  label: string
  /** Never throws: what went wrong is a result too. */
  run(): Promise<ActionResult> | ActionResult
}

/** What came of it, in words. */
export interface ActionResult {
  text: string
  failed?: boolean
}
