/** Code points that XML forbids, even as a reference; several writers refer to them all the same. */
const forbiddenRanges = [[0x00, 0x08], [0x0B, 0x0C], [0x0E, 0x1F], [0xD800, 0xDFFF], [0xFFFE, 0xFFFF]] as const

/** A reference may have leading zeros up to this many digits. */
const referenceDigits = 4

/**
 * What `&name;` stands for: XML's five names, and the forbidden characters by number. These come out as they are,
 * so that a colour code or a pair written in halves is seen whole; `toCleanText` deals with them later.
 * Other numbers are the parser's own business, and other names are errors.
 */
export const junitEntities = toEntities()

function toEntities(): Record<string, string> {
  // No prototype: `&constructor;` is an error like any unknown name.
  const entities = Object.create(null) as Record<string, string>
  Object.assign(entities, { amp: '&', gt: '>', lt: '<', quot: '"', apos: '\'' })
  for (const [first, last] of forbiddenRanges) {
    for (let code = first; code <= last; code += 1) {
      for (let digits = 1; digits <= referenceDigits; digits += 1) {
        entities[`#${code.toString().padStart(digits, '0')}`] = String.fromCharCode(code)
        entities[`#x${code.toString(16).padStart(digits, '0')}`] = String.fromCharCode(code)
      }
    }
  }
  return entities
}
