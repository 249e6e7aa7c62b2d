// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import ChatExportMenu from '#layers/northlight/components/chat/ChatExportMenu.vue'

function mountMenu(listeners: { onPrint?: () => void } = {}) {
  const menu = mount(ChatExportMenu, { props: { chatId: 'chat-0123456789abcdef', ...listeners }, attachTo: document.body })
  const toggle = menu.get('button[aria-controls]')
  return { menu, toggle, isOpen: () => toggle.attributes('aria-expanded') === 'true' && menu.get('ul').attributes('hidden') === undefined }
}

describe('ChatExportMenu', () => {
  afterEach(() => document.body.replaceChildren())

  it('offers each format with and without the work, as links to the route', async () => {
    const { menu, toggle, isOpen } = mountMenu()
    expect(isOpen()).toBe(false)
    await toggle.trigger('click')
    expect(isOpen()).toBe(true)
    expect(menu.findAll('a').map((link) => [link.text(), link.attributes('href'), link.attributes('download')])).toEqual([
      ['Markdown, with the work', '/api/chats/chat-0123456789abcdef/export?format=markdown&work=true', ''],
      ['Markdown, without the work', '/api/chats/chat-0123456789abcdef/export?format=markdown&work=false', ''],
      ['JSON, with the work', '/api/chats/chat-0123456789abcdef/export?format=json&work=true', ''],
      ['JSON, without the work', '/api/chats/chat-0123456789abcdef/export?format=json&work=false', ''],
    ])
  })

  it('closes on Escape, on a choice and on anything outside, focus going back to its button', async () => {
    const { menu, toggle, isOpen } = mountMenu()
    await toggle.trigger('click')
    await menu.get('a').trigger('keydown', { key: 'Escape' })
    expect([isOpen(), document.activeElement === toggle.element]).toEqual([false, true])
    await toggle.trigger('click')
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await menu.vm.$nextTick()
    expect(isOpen()).toBe(false)
    await toggle.trigger('click')
    const link = menu.get('a').element
    link.addEventListener('click', (event) => event.preventDefault())
    await menu.get('a').trigger('click')
    expect([isOpen(), document.activeElement === toggle.element]).toEqual([false, true])
  })

  it('asks for printing once the menu is closed', async () => {
    const states: boolean[] = []
    const { menu, toggle, isOpen } = mountMenu({ onPrint: () => states.push(isOpen()) })
    await toggle.trigger('click')
    await menu.findAll('button').find((button) => button.text() === 'Print')?.trigger('click')
    await menu.vm.$nextTick()
    expect(states).toEqual([false])
  })
})
