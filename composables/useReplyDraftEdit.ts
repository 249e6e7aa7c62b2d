import { computed, inject, onMounted, provide, type ComputedRef, type InjectionKey } from 'vue'
import { createReplyDraftEdits, type ReplyDraftEdit, type ReplyDraftEdits } from '#layers/northlight/stores/replyDraftEdits.ts'

const replyDraftEditsKey: InjectionKey<ReplyDraftEdits> = Symbol('reply draft edits')

export function provideReplyDraftEdits(edits: ReplyDraftEdits): void {
  provide(replyDraftEditsKey, edits)
}

/** What a person made of one reply draft; undefined while it is as the agent wrote it. */
export function useReplyDraftEdit(messageId: string, rowKey: () => string): {
  edit: ComputedRef<ReplyDraftEdit | undefined>
  change: (edit: ReplyDraftEdit | undefined) => void
} {
  const edits = inject(replyDraftEditsKey, createReplyDraftEdits, true)
  onMounted(() => edits.restore())
  return {
    edit: computed(() => edits.get(messageId, rowKey())),
    change: (edit) => edits.set(messageId, rowKey(), edit),
  }
}
