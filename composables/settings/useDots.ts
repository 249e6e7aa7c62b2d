import { ref } from 'vue'
import { useAsyncData } from '#imports'
import { z } from 'zod/mini'
import { useSubmitting } from '#layers/northlight/composables/useSubmitting.ts'
import type { GateRule } from '#layers/northlight/shared/approvals/gate-rules.ts'
import { dotListSchema, dotSchema } from '#layers/northlight/shared/dots/dot-answers.ts'
import type { Dot, DotList } from '#layers/northlight/shared/dots/dot-answers.ts'
import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

export type DotFields = Pick<Dot, 'name' | 'job' | 'leadDotId'>

/** What a dot can be changed by; a rule alone leaves the others. */
export type DotChange = Partial<DotFields & Pick<Dot, 'isArchived'>> & { rules?: Record<string, GateRule> }

const sandboxSchema = z.object({ sandbox: z.boolean() })

/** The organisation's dots and what they may do, read with the page; each change holds once the server has answered. */
export async function useDots(client: ChatClient) {
  const { data: list, error, refresh } = await useAsyncData('northlight-dots', async () => dotListSchema.parse(await client.json('/api/dots')))
  /** What was saved last, in words. */
  const saved = ref('')
  const { isBusy, failure, refused, submit } = useSubmitting()

  function take(change: (list: DotList) => DotList) {
    if (list.value) list.value = change(list.value)
  }

  /** What the last refusal is about: a dot's id, or nothing for a new one. */
  const refusedOf = ref<string>()
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, in the order in which they were chosen. */
  function save(id: string | undefined, words: string, work: () => Promise<void>): Promise<boolean> {
    const run = last.then(async () => {
      saved.value = ''
      refusedOf.value = id
      const isDone = await submit(work)
      if (isDone) saved.value = words
      return isDone
    })
    last = run
    return run
  }

  const add = (fields: DotFields) => save(undefined, `${fields.name} is added.`, async () => {
    const dot = dotSchema.parse(await client.json('/api/dots', toJsonRequest('POST', { name: fields.name, job: fields.job, ...fields.leadDotId !== null && { leadDotId: fields.leadDotId } })))
    take((before) => ({ ...before, dots: [...before.dots, dot] }))
  })

  const change = (dot: Dot, words: string, changes: DotChange) => save(dot.id, words, async () => {
    const changed = dotSchema.parse(await client.json(`/api/dots/${dot.id}`, toJsonRequest('PATCH', changes)))
    take((before) => ({ ...before, dots: before.dots.map((other) => other.id === changed.id ? changed : other) }))
  })

  const setSandbox = (isOn: boolean) => save('sandbox', isOn ? 'Sandbox mode is on.' : 'Sandbox mode is off.', async () => {
    const { sandbox } = sandboxSchema.parse(await client.json('/api/gate', toJsonRequest('PATCH', { sandbox: isOn })))
    take((before) => ({ ...before, sandbox }))
  })

  return { list, error, refresh, saved, isBusy, failure, refusalOf: (id?: string) => refusedOf.value === id ? refused.value : undefined, add, change, setSandbox }
}
