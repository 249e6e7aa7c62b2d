// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import DetailLevelSettings from '#layers/northlight/components/settings/DetailLevelSettings.vue'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useDetailLevelStore } from '#layers/northlight/stores/detailLevel.ts'

const toAnswer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refusal = { code: 'database-unavailable', message: 'The database does not answer.' }

/** The settings over a server that gives these answers, one after the other. */
function mountSettings(answers: Response[]) {
  const requests: string[] = []
  const client = createChatClient({}, async (_path, init) => {
    requests.push(`${init?.method ?? 'GET'} ${init?.body ?? ''}`.trim())
    return answers.shift() ?? toAnswer(refusal, 503)
  })
  const pinia = createPinia()
  const settings = mount(DetailLevelSettings, { props: { client }, global: { plugins: [pinia] } })
  const store = useDetailLevelStore(pinia)
  return { settings, store, client, requests }
}

const chosen = (settings: ReturnType<typeof mountSettings>['settings']) => settings.findAll<HTMLInputElement>('input').findIndex(({ element }) => element.checked)
const preview = (settings: ReturnType<typeof mountSettings>['settings']) => settings.findAll('.nl-preview-shown').map((shown) => shown.attributes('data-preview-level'))

describe('DetailLevelSettings', () => {
  it('V08 shows a change at once and says it politely once it is saved', async () => {
    const { settings, store, requests } = mountSettings([toAnswer({ detailLevel: 3 })])
    store.saved = 1
    await settings.vm.$nextTick()
    expect(preview(settings)).toEqual(['1'])
    await settings.findAll('input')[3]?.setValue(true)
    expect(preview(settings)).toEqual(['3'])
    await flushPromises()
    expect(requests).toEqual(['PATCH {"detailLevel":3}'])
    expect(settings.get('[role="status"]').text()).toBe('Detail level 3: Reasoning. Saved.')
    // Another tab has chosen meanwhile.
    store.saved = 0
    await settings.vm.$nextTick()
    expect(settings.get('[role="status"]').text()).toBe('')
  })

  it('goes back to what the server holds when saving fails, and says why', async () => {
    const { settings, store } = mountSettings([toAnswer(refusal, 503)])
    store.saved = 2
    await settings.vm.$nextTick()
    await settings.findAll('input')[4]?.setValue(true)
    await flushPromises()
    expect(settings.get('[role="status"]').text()).toBe('The level was not saved. The database does not answer.')
    expect(chosen(settings)).toBe(2)
    expect(preview(settings)).toEqual(['2'])
    settings.unmount()
    expect(store.saveError).toBeUndefined()
  })

  it('shows a skeleton until the level is read, and a way to try again when it can\'t be', async () => {
    const { settings, store, client } = mountSettings([toAnswer(refusal, 503), toAnswer({ detailLevel: 4 })])
    expect(settings.find('.nl-preview-skeleton').exists()).toBe(true)
    expect(preview(settings)).toEqual([])
    await store.load(client)
    expect(settings.get('[role="alert"]').text()).toContain('The level could not be read. The database does not answer.')
    await settings.get('[role="alert"] button').trigger('click')
    await flushPromises()
    expect(settings.find('[role="alert"]').exists()).toBe(false)
    expect(settings.find('.nl-preview-skeleton').exists()).toBe(false)
    expect(chosen(settings)).toBe(4)
  })

  it('keeps the preview out of the keyboard\'s and the reader\'s way', async () => {
    const { settings, store } = mountSettings([])
    store.saved = 4
    await settings.vm.$nextTick()
    for (const control of settings.findAll('.nl-preview button, .nl-preview [tabindex]')) {
      expect(control.element.closest('[inert]')).not.toBeNull()
    }
  })
})
