import { toCount, toRunAnswer, toRunName } from './demo-answers.ts'
import type { DemoRunResult } from './demo-answers.ts'

/** The input of `write_document`: a run's figures and what failed in it. */
export function toRunDocument(result: DemoRunResult): { title: string, text: string } {
  const { run } = result
  return {
    title: `Summary of ${run.title}`.slice(0, 200),
    text: [
      `# Summary of ${toRunName(run)}`,
      '',
      '| Tests | Passed | Failed | Skipped | Flaky |',
      '| ---: | ---: | ---: | ---: | ---: |',
      `| ${run.tests} | ${run.passed} | ${run.failed} | ${run.skipped} | ${run.flaky} |`,
      '',
      '## What failed',
      '',
      toRunAnswer(result),
      '',
      '## Where this comes from',
      '',
      'Every figure is computed from the stored report of this run.',
    ].join('\n'),
  }
}

/** The input of `draft_reply`: plain text, for whomever the question names after "to". */
export function toReplyDraft({ run, tests }: DemoRunResult, question: string): { to?: string, subject: string, body: string } {
  const to = /\b(?:to|for)\s+(?<name>\p{Lu}[\p{L}' .-]{0,60}?)(?=\s+(?:about|on|regarding|that|with)\b|[,!?]|\.?$)/u.exec(question)?.groups?.name
  const outcome = run.failed === 0 ? 'all tests that ran have passed' : `${toCount(run.failed, 'test')} failed`
  return {
    ...(to === undefined ? {} : { to }),
    subject: `${run.title}: ${outcome}`.slice(0, 200),
    body: [
      to === undefined ? 'Hello,' : `Dear ${to},`,
      '',
      `In ${run.title}, ${outcome}: ${run.passed} of ${toCount(run.tests, 'test')} passed, ${run.skipped} skipped.`,
      ...(tests.length === 0 ? [] : ['', 'What failed:', ...tests.slice(0, 10).map(({ suite, name }) => `- ${[suite, name].filter(Boolean).join(' › ')}`)]),
      '',
      'I will come back to you once this is settled.',
      '',
      'Kind regards',
    ].join('\n'),
  }
}
