// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import ChatMessage from '#layers/northlight/components/chat/ChatMessage.vue'
import { toPlanList } from '#layers/northlight/shared/surfacing/plan-list.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import { createReplyDraftEdits } from '#layers/northlight/stores/replyDraftEdits.ts'

const toPart = (toolName: string, fields: object) => ({
  type: 'dynamic-tool', toolName, toolCallId: 'c', state: 'output-available', toolMetadata: { northlight: { manner: 'user-facing' } }, ...fields,
})

const toPlans = (part: unknown, running = false) => toPlanList([planSurfacing({ id: 'm', role: 'assistant', parts: [part] }, { level: 0, running })])
const mountPart = (part: unknown, running = false) => mount(ChatMessage, { props: { plans: toPlans(part, running), id: 'm', answerable: false }, attachTo: document.body })

const long = `# Summary\n\n${'All figures are computed from records. '.repeat(40)}`

describe('a document', () => {
  it('opens in place, and closing it at its end gives the focus back to its opener', async () => {
    const message = mountPart(toPart('write_document', { input: { title: 'Summary', text: long } }))
    const card = message.get('[data-slot="document"]')
    expect(card.attributes()).toMatchObject({ 'data-state': 'closed', 'aria-label': 'Summary' })
    expect(card.text()).toContain('Markdown document, 241 words')
    const opener = card.get('button[aria-expanded="false"]')
    await opener.trigger('click')
    expect(card.get('.nl-heading-1').text()).toBe('Summary')
    expect(opener.text()).toBe('Close')
    await card.findAll('button').at(-1)?.trigger('click')
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(card.attributes('data-state')).toBe('closed')
    expect(document.activeElement).toBe(opener.element)
    message.unmount()
  })

  it('shows what is written so far, with nothing to take yet', () => {
    const message = mountPart(toPart('write_document', { state: 'input-streaming', input: { title: 'Summary', text: 'Two tests' } }), true)
    expect(message.get('[data-slot="document"]').text()).toContain('Being written, 2 words so far')
    expect(message.findAll('button').filter((button) => /Copy|Download/.test(button.text())).every((button) => button.attributes('disabled') !== undefined)).toBe(true)
    message.unmount()
  })

  it('says why it was not written', () => {
    const message = mountPart(toPart('write_document', { state: 'output-error', errorText: 'The text is too long.' }))
    expect(message.get('[data-slot="receipt"]').text()).toContain('The text is too long.')
    message.unmount()
  })
})

describe('a reply draft', () => {
  const draft = toPart('draft_reply', { input: { to: 'Ms Keller', subject: 'Run', body: 'Two failed.' } })

  it('is edited and reset, and leaves the message as it was', async () => {
    const message = mountPart(draft)
    const card = message.get('[data-slot="reply-draft"]')
    expect(card.text()).toContain('Draft for Ms Keller')
    await card.get('textarea').setValue('One failed.')
    expect(card.attributes('data-state')).toBe('edited')
    await message.setProps({ plans: toPlans(draft) })
    expect(card.get('textarea').element.value).toBe('One failed.')
    await card.findAll('button').find((button) => button.text().includes('Reset'))?.trigger('click')
    expect(card.attributes('data-state')).toBe('original')
    expect(card.get('textarea').element.value).toBe('Two failed.')
    expect(document.activeElement).toBe(card.get('textarea').element)
    message.unmount()
  })

  it('can\'t be edited while it is being written', () => {
    const message = mountPart(toPart('draft_reply', { state: 'input-streaming', input: { body: 'Two f' } }), true)
    expect(message.get('textarea').attributes('readonly')).toBeDefined()
    expect(message.text()).toContain('Being written')
    message.unmount()
  })
})

it('whatever an import brings under these names is drawn, and never throws', () => {
  const odd = fc.oneof(fc.anything(), fc.record({ document: fc.anything(), draft: fc.anything() }), fc.record({ title: fc.anything(), text: fc.anything(), body: fc.anything() }))
  fc.assert(fc.property(fc.constantFrom('write_document', 'draft_reply'), odd, odd, (toolName, input, output) => {
    const message = mountPart(toPart(toolName, { input, output }))
    expect(message.findAll('[data-slot="document"], [data-slot="reply-draft"], [data-slot="fallback"]')).toHaveLength(1)
    message.unmount()
  }), { numRuns: 60 })
})

describe('changed reply drafts', () => {
  beforeEach(() => sessionStorage.clear())

  it('are found again by the next page of the same tab, by chat, message and row', () => {
    createReplyDraftEdits(() => 'chat-a').set('m', 'part-0', { subject: 's', body: 'mine' })
    const again = createReplyDraftEdits(() => 'chat-a')
    expect(again.get('m', 'part-0')).toBeUndefined()
    again.restore()
    expect(again.get('m', 'part-0')).toEqual({ subject: 's', body: 'mine' })
    const other = createReplyDraftEdits(() => 'chat-b')
    other.restore()
    expect(other.get('m', 'part-0')).toBeUndefined()
    again.set('m', 'part-0', undefined)
    expect(sessionStorage.length).toBe(0)
  })

  it('are left out when what was kept can\'t be read', () => {
    for (const kept of ['{', '[]', '[["a"]]', '[["a",{"subject":1,"body":""}]]', 'null']) {
      sessionStorage.setItem('chat-a', kept)
      const edits = createReplyDraftEdits(() => 'chat-a')
      expect(() => edits.restore()).not.toThrow()
      expect(edits.get('a', '')).toBeUndefined()
    }
  })
})
