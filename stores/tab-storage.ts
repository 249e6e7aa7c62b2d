import type { z } from 'zod/mini'

/** What this tab has kept under a name, a reload ago or more; nothing where there is no name, it keeps nothing, may not, or keeps something else. */
export function readFromTab<Kept>(name: string | undefined, schema: z.ZodMiniType<Kept>): Kept | undefined {
  if (name === undefined) return undefined
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null')).data
  }
  catch {
    // A frame of another site's page may have no storage, and what is there may be anything.
    return undefined
  }
}

/** Keeps a value for as long as the tab lives, or, without one, forgets it; it lasts as long as the page where the browser does not let us or has no room. */
export function keepInTab(name: string | undefined, value: object | undefined): void {
  if (name === undefined) return
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  }
  catch {
    // As said above.
  }
}

/** Forgets all that this tab has kept under names that begin so. */
export function forgetInTab(beginning: string): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(beginning)) sessionStorage.removeItem(name)
    }
  }
  catch {
    // As said above.
  }
}
