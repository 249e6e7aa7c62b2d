/**
 * What one test report may be, at most. Lengths are UTF-16 code units, as `String.length` counts them; a longer
 * text is cut and ends with an ellipsis. Everything else that goes over its limit refuses the report whole.
 */
export const reportLimits = {
  /** Bytes of the file. */
  bytes: 200_000_000,
  /** Results in one report. */
  results: 250_000,
  /** Elements, objects and lists inside each other. */
  depth: 200,
  /** One attribute, comment or instruction of an XML file. */
  attributeLength: 2_000_000,
  titleLength: 300,
  suiteLength: 1_000,
  nameLength: 1_000,
  fileLength: 1_000,
  messageLength: 500,
  detailLength: 20_000,
} as const
