import remend, { type RemendOptions } from 'remend'
import { holdBackFence, holdBackMarks } from './hold-back-marks.ts'

/** Only what keeps half-written marks from showing: nothing that would change finished text. */
const healing: RemendOptions = {
  linkMode: 'text-only',
  htmlTags: false,
  comparisonOperators: false,
  singleTilde: false,
  katex: false,
}

const backtickRun = /`+/g
const fenceStart = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})/
const indentedCode = /^(?: {4}|\t)/
const halfImage = /!\[([^\]]*)\]\(streamdown:incomplete-image\)/g

/**
 * The last block of a growing text without marks that are half there, and with its open ones closed, so that "**bo" already shows as bold.
 * Code, fenced, indented or in line, is left as it is. Finished text must not pass here.
 */
export function healMarkdown(block: string): string {
  const lastLine = block.lastIndexOf('\n') + 1
  if (endsInsideFence(block.slice(0, lastLine))) {
    return holdBackFence(block)
  }
  if (indentedCode.test(block.slice(lastLine))) {
    return block
  }
  const shown = holdBackMarks(block)
  const paragraphStart = shown.lastIndexOf('\n\n') + 1
  const closed = shown.slice(0, paragraphStart) + closeInlineCode(shown.slice(paragraphStart))
  return remend(closed, healing).replace(halfImage, '$1')
}

function endsInsideFence(block: string): boolean {
  let open: string | undefined
  for (const line of block.split('\n')) {
    const fence = fenceStart.exec(line)?.[1]
    if (fence === undefined) {
      continue
    }
    if (open === undefined) {
      open = fence
    }
    else if (fence.startsWith(open)) {
      open = undefined
    }
  }
  return open !== undefined
}

function closeInlineCode(paragraph: string): string {
  let open: { run: string, at: number } | undefined
  for (const found of paragraph.matchAll(backtickRun)) {
    if (open === undefined) {
      open = { run: found[0], at: found.index }
    }
    else if (open.run === found[0]) {
      open = undefined
    }
  }
  if (open === undefined) {
    return paragraph
  }
  const code = paragraph.slice(open.at + open.run.length)
  return code.trim() === '' ? paragraph.slice(0, open.at) : `${paragraph.trimEnd()}${open.run}`
}
