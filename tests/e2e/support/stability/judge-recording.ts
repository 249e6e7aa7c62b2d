import type { Fault, Recording } from './frame-sample.ts'
import { judgeFlicker } from './judge-flicker.ts'
import { judgeGrowth } from './judge-growth.ts'
import { judgeBlanks, judgeOrder } from './judge-layout.ts'
import { judgePlace, listShifts } from './judge-place.ts'
import { judgeSettled } from './judge-settled.ts'

const judges = [judgePlace, judgeOrder, judgeBlanks, judgeFlicker, judgeSettled, judgeGrowth]

/** All that was not calm, in the order of time. */
export function judgeRecording(recording: Recording): string[] {
  const faults: Fault[] = judges.flatMap((judge) => judge(recording))
  return faults.toSorted((one, other) => one.at - other.at).map(({ at, says }) => `${at} ms: ${says}`)
}

export interface CalmFigures {
  frames: number
  /** CSS pixels that a row was moved by under a reader, at most. */
  worstShift: number
}

export function measureCalm(recording: Recording): CalmFigures {
  return { frames: recording.frames.length, worstShift: Math.max(0, ...listShifts(recording).map(({ pixels }) => Math.abs(pixels))) }
}
