export interface FindingPiece {
  text: string
  isKey: boolean
}

/** A finding in pieces: what stands between `**` marks is the key number, and no other mark means anything. */
export function splitFinding(finding: string): FindingPiece[] {
  return finding.split(/\*\*(.+?)\*\*/g).map((text, index) => ({ text, isKey: index % 2 === 1 })).filter(({ text }) => text !== '')
}
