import type { z } from 'zod/mini'

/** What this tab has kept under a name, a reload ago or more; nothing where it keeps nothing, may not, or keeps something else. */
export function readFromTab<Kept>(name: string, schema: z.ZodMiniType<Kept>): Kept | undefined {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null')).data
  }
  catch {
    // A frame of another site's page may have no storage, and what is there may be anything.
    return undefined
  }
}

/** Keeps a value for as long as the tab lives, or, without one, forgets it; it lasts as long as the page where the browser does not let us or has no room. */
export function keepInTab(name: string, value: object | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  }
  catch {
    // As said above.
  }
}
