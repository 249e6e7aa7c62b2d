import { readPart } from './read-part.ts'
import type { HostTools } from './host-tool.ts'
import type { PartReading, TextReading } from './read-part.ts'

/** What a part is to a reader, whatever the level (`surfacing.md`, "Words"). */
export type PartClass
  = | 'answer'
    | 'provisional'
    | 'working-note'
    | 'housekeeping-note'
    | 'reasoning'
    | 'internal-tool'
    | 'housekeeping-tool'
    | 'user-facing'
    | 'source'
    | 'transparent'

/** As much of a message as surfacing reads; every `UIMessage` fits, and so does an imported one of unknown parts. */
export interface SurfacedMessage {
  readonly id: string
  readonly role: 'user' | 'assistant' | 'system'
  readonly metadata?: unknown
  readonly parts: readonly unknown[]
}

interface Classification {
  readonly readings: readonly PartReading[]
  readonly running: boolean
  /** Index of the last user-facing part, -1 without one: it closes what stands before it. */
  readonly lastUserFacing: number
  readonly classes: PartClass[]
}

/** One class a part, in order. `running` is the chat's status for this message; pure and level-free. */
export function classifyParts(message: SurfacedMessage, options: { running: boolean }): PartClass[] {
  const running = options.running && message.role === 'assistant'
  return classifyReadings(readParts(message, running), running)
}

/** Every part of a message, read by itself. */
export function readParts(message: SurfacedMessage, running: boolean, tools?: HostTools): PartReading[] {
  const assistant = message.role !== 'user' && message.role !== 'system'
  return Array.isArray(message.parts)
    ? message.parts.map((part, index) => readPart(part, index, { running, growing: running && index === message.parts.length - 1, assistant, ...(tools ? { tools } : {}) }))
    : []
}

/** The classes of parts that have been read; the rules of `surfacing.md`, "Words", in their order of precedence. */
export function classifyReadings(readings: readonly PartReading[], running: boolean): PartClass[] {
  const classes = readings.map(toOwnClass)
  const classification = { readings, running, lastUserFacing: classes.lastIndexOf('user-facing'), classes }
  classifyWorkingNotes(classification)
  if (running) {
    classifyProvisional(classification)
    return classes
  }
  classifyHousekeepingNotes(classification)
  keepAnAnswer(classification)
  return classes
}

function toOwnClass(reading: PartReading): PartClass {
  if (reading.kind === 'text') return 'answer'
  if (reading.kind === 'tool') return reading.manner === 'internal' ? 'internal-tool' : 'housekeeping-tool'
  return reading.kind
}

/** From the end: a text with an internal call after it in its stretch is a note, unless it is established and stands. */
function classifyWorkingNotes({ readings, running, lastUserFacing, classes }: Classification): void {
  let callFollows = false
  let longestAnswer = 0
  for (const reading of readings.toReversed()) {
    const ownClass = classes[reading.index]
    if (ownClass === 'internal-tool') callFollows = true
    if (ownClass === 'user-facing') callFollows = false
    if (reading.kind !== 'text') continue
    const closed = reading.index < lastUserFacing
    const stands = reading.established && (running || closed || reading.length > longestAnswer)
    if (callFollows && !stands) classes[reading.index] = 'working-note'
    else longestAnswer = Math.max(longestAnswer, reading.length)
  }
}

/** A short text after a housekeeping call is its chip's text, where a longer answer stands before the call. */
function classifyHousekeepingNotes({ readings, lastUserFacing, classes }: Classification): void {
  let afterCall = false
  let before: TextReading | undefined
  for (const reading of readings) {
    const ownClass = classes[reading.index]
    if (ownClass === 'housekeeping-tool') afterCall = true
    if (ownClass === 'internal-tool' || ownClass === 'user-facing') afterCall = false
    if (reading.kind !== 'text') continue
    const open = reading.index > lastUserFacing
    const isNote = afterCall && open && ownClass === 'answer' && !reading.established
      && before !== undefined && classes[before.index] === 'answer' && before.length > reading.length
    afterCall = false
    if (isNote) classes[reading.index] = 'housekeeping-note'
    else if (ownClass === 'answer' || reading.established) before = reading
  }
}

function classifyProvisional({ readings, lastUserFacing, classes }: Classification): void {
  const last = findLastText(readings)
  if (!last || last.established || last.index < lastUserFacing) return
  if (classes[last.index] === 'answer') classes[last.index] = 'provisional'
}

/** An answer is never lost to a call that came after it. */
function keepAnAnswer({ readings, lastUserFacing, classes }: Classification): void {
  if (lastUserFacing !== -1 || classes.includes('answer')) return
  const last = findLastText(readings)
  if (last) classes[last.index] = 'answer'
}

function findLastText(readings: readonly PartReading[]): TextReading | undefined {
  return readings.findLast((reading) => reading.kind === 'text')
}
