import type { Figures } from '#layers/northlight/tests/bench/measure/measure-work.ts'

/** What a line asks for: at most so many times what stands beside, at most so much, no more than that, or the same. */
type Target = { mostTimes: number } | { most: number } | { noMoreThanBeside: true } | { equal: true }

interface Line {
  title: string
  figure: string
  unit: string
  /** The figure that stands beside it, where it has another name. */
  beside?: string
  /** By the work's whole name, or for all. */
  targets?: Readonly<Record<string, Target>>
  target?: Target
}

const mountTargets = { 'w1:200': { mostTimes: 1 }, 'w1:1000': { mostTimes: 0.5 }, 'w1:3000': { mostTimes: 0.4 } } as const
const toggleTarget = { mostTimes: 0.3 }
const quietToggleTarget = { most: 100 }

/** What is printed of each work, with its target. */
const linesByKind = {
  w1: [
    { title: 'mount → last screen drawn', figure: 'shownMs', unit: 'ms', targets: mountTargets },
    { title: 'mount: main thread', figure: 'taskMs', unit: 'ms', targets: mountTargets },
    { title: 'heap after collection', figure: 'heapMegabytes', unit: 'MB', targets: { 'w1:1000': { most: 25 } } },
    { title: 'elements', figure: 'elements', unit: '', targets: { 'w1:1000': { most: 3_000 } } },
  ],
  counts: [
    { title: 'plans computed', figure: 'plans', unit: '', target: { most: 60 } },
    { title: 'messages mounted', figure: 'messages', unit: '', target: { most: 60 } },
  ],
  w2f: [
    { title: 'stream: main thread a delta', figure: 'taskMsPerDelta', unit: 'ms', target: { mostTimes: 1 } },
    { title: 'stream: until its end is drawn', figure: 'wallMs', unit: 'ms' },
  ],
  w2p: [
    { title: 'paced stream: lag, 95%', figure: 'lag95Ms', unit: 'ms', target: { mostTimes: 2 } },
    { title: 'paced stream: tasks over 50 ms', figure: 'longTasks', unit: '', target: { noMoreThanBeside: true } },
    { title: 'paced stream: longest task over 50 ms', figure: 'longestTaskMs', unit: 'ms' },
  ],
  growth: [
    { title: 'components updated', figure: 'updates', unit: '', target: { equal: true } },
    { title: 'nodes touched', figure: 'touchedNodes', unit: '', target: { equal: true } },
    { title: 'characters parsed', figure: 'parsedCharacters', unit: '', target: { equal: true } },
    { title: 'main thread a delta', figure: 'taskMsPerDelta', unit: 'ms' },
  ],
  w3: [
    { title: 'open all, by the floor\'s open', figure: 'openMs', unit: 'ms', target: toggleTarget },
    { title: 'close all, by the floor\'s open', figure: 'closeMs', unit: 'ms', beside: 'openMs', target: toggleTarget },
    { title: 'open all', figure: 'openMs', unit: 'ms', target: quietToggleTarget },
    { title: 'close all', figure: 'closeMs', unit: 'ms', target: quietToggleTarget },
    { title: 'open all: main thread', figure: 'openTaskMs', unit: 'ms' },
    { title: 'close all: main thread', figure: 'closeTaskMs', unit: 'ms', beside: 'openTaskMs' },
  ],
  w4: [
    { title: 'JS and CSS until read and typed', figure: 'usableKilobytes', unit: 'kB', target: { most: 140 } },
    { title: 'JS and CSS that come unasked', figure: 'unaskedKilobytes', unit: 'kB', target: { most: 225 } },
  ],
  open: [
    { title: 'open a stored chat → last screen drawn', figure: 'openMs', unit: 'ms', target: { mostTimes: 2 } },
  ],
} as const satisfies Record<string, readonly Line[]>

type LineKind = keyof typeof linesByKind

export interface ReportRow {
  work: string
  title: string
  measured: string
  beside: string
  ratio: string
  target: string
  verdict: string
}

/** The lines of a work, of the medians that were measured and of those beside them. */
export function toReportRows(work: string, kind: LineKind, measured: Figures, beside: Figures = {}): ReportRow[] {
  return linesByKind[kind].map((line: Line) => toReportRow(work, line, measured[line.figure] ?? Number.NaN, beside[line.beside ?? line.figure]))
}

function toReportRow(work: string, line: Line, value: number, beside: number | undefined): ReportRow {
  const target = line.target ?? line.targets?.[work]
  const write = (number: number) => `${writeNumber(number)} ${line.unit}`.trim()
  return {
    work, title: line.title,
    measured: write(value),
    beside: beside === undefined ? '' : write(beside),
    ratio: beside ? `${(value / beside).toFixed(2)} ×` : '',
    ...judge(value, beside ?? Number.NaN, target, write),
  }
}

function judge(value: number, beside: number, target: Target | undefined, write: (number: number) => string) {
  if (!target) return { target: '', verdict: '' }
  const [words, most] = toLimit(target, beside, write)
  const isMet = 'equal' in target ? value === beside : value <= most
  return { target: words, verdict: isMet ? 'met' : `missed by ${write(Math.abs(value - most))}` }
}

function toLimit(target: Target, beside: number, write: (number: number) => string): [words: string, most: number] {
  if ('mostTimes' in target) return [`≤ ${target.mostTimes} ×`, beside * target.mostTimes]
  if ('most' in target) return [`≤ ${write(target.most)}`, target.most]
  return ['equal' in target ? 'equal' : 'no more', beside]
}

const writeNumber = (number: number) => number.toLocaleString('en-US', { maximumFractionDigits: Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? 1 : 3 })
