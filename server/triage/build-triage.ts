import { createHash } from 'node:crypto'
import { listDayStarts } from '#layers/northlight/server/figures/day-starts.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { listFailingTests, listOutcomes, listTriageRuns } from '#layers/northlight/server/store/triage-store.ts'
import type { TestIdentity, TestOutcome, TriageRun } from '#layers/northlight/server/store/triage-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { causeWords } from '#layers/northlight/shared/blocks/block-words.ts'
import { blockLimits } from '#layers/northlight/shared/blocks/block-limits.ts'
import { findCause } from './find-cause.ts'
import type { TriageCause } from './find-cause.ts'
import type { TriageWindow } from './triage-window.ts'

type Row = Readonly<Record<string, unknown>> & { cause: TriageCause }

export interface Triage {
  /** A block of the kind `triage`, to be checked before it is sent. */
  block: { kind: 'triage', window: TriageWindow, since?: string, runs: number, rows: Row[], more: number }
  /** The answer's one line, from the block's own counts. */
  text: string
}

/** What broke in a window of runs, by suspected cause, from the stored results alone (`chat-ui.md`, "Triage"). */
export async function buildTriage(database: Database, principal: Principal, asked: TriageWindow, now: number): Promise<Triage> {
  const { runs, window } = await listTriageRuns(database, principal, asked, listDayStarts(now, 1)[0] ?? now)
  const collapsed = runs.filter(({ outcome }) => outcome === 'environment_failure')
  const others = runs.filter((run) => !collapsed.includes(run))
  const ids = others.map(({ id }) => id)
  const { tests, total } = await listFailingTests(database, ids, blockLimits.rows)
  const outcomes = await listOutcomes(database, ids, tests)
  const rows = [...tests.map((test) => toTestRow(test, outcomes, others)), ...collapsed.map(toEnvironmentRow)].sort(byCause).slice(0, blockLimits.rows)
  const since = runs.at(-1)?.at
  const block = {
    kind: 'triage' as const, window, runs: runs.length, rows, more: total + collapsed.length - rows.length,
    ...since === undefined ? {} : { since: new Date(since).toISOString() },
  }
  return { block, text: toText(block, total, collapsed.length) }
}

const causes = Object.keys(causeWords)

function byCause(one: Row, other: Row): number {
  return causes.indexOf(one.cause) - causes.indexOf(other.cause)
}

function toTestRow(test: TestIdentity, outcomes: readonly TestOutcome[], runs: readonly TriageRun[]): Row {
  const own = outcomes.filter(({ suite, name, file }) => suite === test.suite && name === test.name && file === test.file)
  const history = runs.flatMap(({ id, commit, outcome }) => own.filter(({ runId }) => runId === id).map((entry) => ({ ...entry, commit, outcome })))
  const ran = history.filter(({ status }) => status !== 'skipped')
  const newest = ran.find(({ status, flaky }) => status === 'failed' || flaky)
  const run = runs.find(({ id }) => id === newest?.runId)
  const latest = history[0]
  return {
    id: toRowId(test), ...findCause(ran), title: test.name, file: test.file ?? test.suite,
    runId: run?.id, runTitle: run?.title, pullNumber: run?.pullNumber, error: newest?.message,
    latest: latest?.flaky === true && latest.status === 'passed' ? 'flaky' : latest?.status,
    failedRuns: ran.filter(({ status }) => status === 'failed').length, ranRuns: ran.length,
  }
}

function toEnvironmentRow({ id, title, tests, failed, pullNumber }: TriageRun): Row {
  return {
    id: toRowId({ suite: '', name: id, file: null }), cause: 'environment', title, runId: id, runTitle: title, pullNumber, tests: failed,
    evidence: `${failed} of ${tests} tests failed at once`,
  }
}

/** The same for the same test, whichever run it is read from. */
function toRowId({ suite, name, file }: TestIdentity): string {
  return createHash('sha256').update(JSON.stringify([file, suite, name])).digest('base64url').slice(0, 16)
}

function toText({ window, runs, rows }: Triage['block'], failing: number, collapsed: number): string {
  const where = `the last ${toCount(runs, 'run')}${windowEnds[window]}`
  if (rows.length === 0) return `No failed tests in ${where}.`
  const found = [failing > 0 ? `${toCount(failing, 'test')} failed or flaked` : '', collapsed > 0 ? `${toCount(collapsed, 'run')} failed nearly whole` : ''].filter(Boolean).join(' and ')
  const counts = causes.map((cause) => ({ cause, count: rows.filter((row) => row.cause === cause).length })).filter(({ count }) => count > 0)
  return `**${found}** in ${where}. Suspected causes: ${counts.map(({ cause, count }) => `${count} ${causeNouns[cause] ?? cause}`).join(', ')}.`
}

const windowEnds: Record<TriageWindow, string> = { last_merge: ' since the last merge', today: ' today', recent: '' }

const causeNouns: Readonly<Record<string, string>> = { review: 'found by review', product: 'product', test: 'test', environment: 'environment', flaky: 'flaky', unproven: 'not proven' }

function toCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
