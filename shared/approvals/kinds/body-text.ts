import { z } from 'zod/mini'

/** A text of a body, with words for whoever edits it. `longest` in UTF-16 units. */
export function bodyText(longest: number) {
  return z.string('has to be a text').check(
    z.minLength(1, 'can\'t be empty'),
    z.maxLength(longest, `can have ${longest.toLocaleString('en')} characters at most`),
  )
}
