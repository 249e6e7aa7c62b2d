import { expect, it } from 'vitest'
import { actionKinds } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'
import { executors } from '#layers/northlight/server/approvals/executors/executor-registry.ts'
import { agentTools } from '#layers/northlight/server/agent/tools/tool-registry.ts'

const kinds = actionKinds.map(({ kind }) => kind).toSorted()

it('has what carries out each kind of action, once', () => {
  expect(executors.flatMap((executor) => executor.kinds).toSorted()).toEqual(kinds)
})

it('has a tool that asks for each kind', () => {
  expect(agentTools.flatMap(({ actionKind }) => actionKind ?? []).toSorted()).toEqual(kinds)
})
