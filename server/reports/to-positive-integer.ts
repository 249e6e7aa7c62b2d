/** Of PostgreSQL's `integer`, which lines and attempts are stored as. */
const largest = 2_147_483_647

/** A number that counts from one, such as a line's; nothing where it is none, or none that can be stored. */
export function toPositiveInteger(value: number): number | undefined {
  return Number.isInteger(value) && value > 0 && value <= largest ? value : undefined
}
