import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'

/** Raw characters kept of one text: colour codes are dropped later, so more than is shown. */
const rawLength = reportLimits.detailLength * 2

/** Collects text that comes in pieces and holds no more of it than can be shown, however it was cut. */
export class CappedText {
  private text = ''

  append(piece: string): void {
    const room = rawLength - this.text.length
    if (room > 0) this.text += piece.length > room ? piece.slice(0, room) : piece
  }

  toString(): string {
    return this.text
  }
}
