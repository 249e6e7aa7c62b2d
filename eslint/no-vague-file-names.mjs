import { basename } from 'node:path'

const vagueName = /^(?:index|utils?|helpers?|misc|common)\.[cm]?[jt]s$|-v\d+\.|legacy/

/** A file is named after the one thing that it holds (architecture.md, "Names"). */
export const noVagueFileNames = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { vague: 'Name {{ name }} after the one thing that it holds; there are no barrels, grab bags or second versions.' },
  },
  create(context) {
    return {
      Program(node) {
        const name = basename(context.filename)
        if (vagueName.test(name)) context.report({ node, loc: { line: 1, column: 0 }, messageId: 'vague', data: { name } })
      },
    }
  },
}
