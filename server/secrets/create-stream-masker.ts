import type { KnownSecret } from './list-known-secrets.ts'

/** Masks a text that comes in pieces, so that all pieces together are what the whole text would be. */
export interface StreamMasker {
  /** What can be said by now: all but a possible beginning of a secret. */
  push(piece: string): string
  /** What was held back, once nothing more comes. */
  end(): string
}

/** @param secrets the longest first */
export function createStreamMasker(secrets: readonly KnownSecret[]): StreamMasker {
  let held = ''
  return {
    push(piece) {
      const { masked, rest } = maskUntilOpen(secrets, held + piece, true)
      held = rest
      return masked
    },
    end() {
      const { masked } = maskUntilOpen(secrets, held, false)
      held = ''
      return masked
    },
  }
}

/** @param secrets the longest first */
export function maskText(secrets: readonly KnownSecret[], text: string): string {
  return secrets.some(({ form }) => text.includes(form)) ? maskUntilOpen(secrets, text, false).masked : text
}

/** Goes from place to place; the longest secret that begins at one wins. With `isOpen`, stops where what comes next could decide. */
function maskUntilOpen(secrets: readonly KnownSecret[], text: string, isOpen: boolean): { masked: string, rest: string } {
  const begins = new Set(secrets.map(({ form }) => form[0]))
  let masked = ''
  let from = 0
  for (let place = 0; place < text.length;) {
    if (!begins.has(text[place])) {
      place += 1
      continue
    }
    if (isOpen && secrets.some(({ form }) => form.length > text.length - place && form.startsWith(text.slice(place)))) {
      return { masked: masked + text.slice(from, place), rest: text.slice(place) }
    }
    const found = secrets.find(({ form }) => text.startsWith(form, place))
    if (found) {
      masked += text.slice(from, place) + found.sign
      from = place + found.form.length
    }
    place += found?.form.length ?? 1
  }
  return { masked: masked + text.slice(from), rest: '' }
}
