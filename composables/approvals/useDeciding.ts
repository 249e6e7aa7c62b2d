import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { useSubmitting } from '#layers/northlight/composables/useSubmitting.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useApprovalsStore } from '#layers/northlight/stores/approvals.ts'
import type { DecisionChoice, DecisionOutcome } from '#layers/northlight/stores/approvals.ts'

/** A person's way to the server with what they decided: one decision at a time, and in words why one could not be taken. */
export function useDeciding(client: ChatClient, onDecided: (outcome: DecisionOutcome) => void) {
  const book = useApprovalsStore().open(client.apiUrl)
  const { isBusy, failure, refused, submit } = useSubmitting()
  const send = (work: () => Promise<DecisionOutcome>) => submit(async () => onDecided(await work()))
  return {
    isBusy,
    failure: () => failure.value ?? (refused.value && `${refused.value.field}: ${refused.value.what}`),
    decide: (approval: Approval, choice: DecisionChoice) => send(() => book.decide(client, approval, choice)),
    settle: (approval: Approval, happened: boolean) => send(() => book.settle(client, approval, happened)),
  }
}
