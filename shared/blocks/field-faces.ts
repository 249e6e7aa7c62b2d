/** How a field of a block is written where it is not drawn. An id is for machines and stays away. */
export type FieldFace = 'id' | 'link' | 'moment' | 'name' | 'text'

const fieldsOf: Readonly<Record<Exclude<FieldFace, 'text'>, readonly string[]>> = {
  id: ['id', 'runId', 'approvalId'],
  link: ['url', 'pullUrl', 'defectUrl'],
  moment: ['startedAt', 'updatedAt', 'createdAt', 'foundAt', 'checkedAt', 'addedAt', 'reviewedAt', 'at', 'since', 'flakyUntil'],
  /** One of a few, as code has it: `product_failure`. */
  name: ['kind', 'status', 'outcome', 'state', 'checks', 'severity', 'cause', 'latest', 'window', 'answer', 'priority', 'result', 'risk', 'tone'],
}

const faces: ReadonlyMap<string, FieldFace> = new Map(Object.entries(fieldsOf).flatMap(([face, fields]) => fields.map((field) => [field, face as FieldFace] as const)))

/** The face of a field by its name; one that is not listed is its own words. */
export function toFieldFace(field: string): FieldFace {
  return faces.get(field) ?? 'text'
}
