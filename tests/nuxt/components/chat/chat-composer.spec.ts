// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import ChatComposer from '#layers/northlight/components/chat/ChatComposer.vue'

function mountComposer(props: { busy?: boolean, disabled?: boolean, modelValue?: string }) {
  return mount(ChatComposer, { props: { busy: false, modelValue: '', ...props } })
}

describe('ChatComposer', () => {
  it('sends on Enter, not on Shift+Enter, and never an empty message', async () => {
    const composer = mountComposer({ modelValue: ' what failed? ' })
    await composer.get('textarea').trigger('keydown', { key: 'Enter', shiftKey: true })
    expect(composer.emitted('send')).toBeUndefined()
    await composer.get('textarea').trigger('keydown', { key: 'Enter' })
    expect(composer.emitted('send')).toEqual([['what failed?']])
    const empty = mountComposer({ modelValue: '  ' })
    await empty.get('textarea').trigger('keydown', { key: 'Enter' })
    expect(empty.emitted('send')).toBeUndefined()
  })

  it('N07 leaves Enter and Escape to an input method that is composing', async () => {
    const composer = mountComposer({ busy: true, modelValue: 'x' })
    for (const key of ['Enter', 'Escape']) {
      await composer.get('textarea').trigger('keydown', { key, isComposing: true })
      await composer.get('textarea').trigger('keydown', { key, keyCode: 229 })
    }
    expect([composer.emitted('send'), composer.emitted('stop')]).toEqual([undefined, undefined])
  })

  it('X06 names its button by what it does now: Stop, Send next where something is written, Send', async () => {
    const composer = mountComposer({ busy: true })
    const button = composer.get('button[type="submit"]')
    expect(button.attributes('aria-label')).toBe('Stop')
    await composer.get('textarea').trigger('keydown', { key: 'Escape' })
    await composer.get('form').trigger('submit')
    await composer.get('textarea').trigger('keydown', { key: 'Enter' })
    expect(composer.emitted('stop')).toHaveLength(2)
    expect(composer.emitted('send')).toBeUndefined()
    await composer.setProps({ modelValue: 'next' })
    expect(button.attributes('aria-label')).toBe('Send next')
    await composer.get('form').trigger('submit')
    await composer.get('textarea').trigger('keydown', { key: 'Enter' })
    expect(composer.emitted('send')).toEqual([['next'], ['next']])
    await composer.get('button[aria-label="Stop"]').trigger('click')
    expect(composer.emitted('stop')).toHaveLength(3)
    await composer.setProps({ busy: false })
    expect(button.attributes('aria-label')).toBe('Send')
    expect(composer.findAll('button[aria-label="Stop"]')).toHaveLength(0)
  })

  it('keeps still while nothing runs: Escape stops nothing', async () => {
    const composer = mountComposer({ modelValue: 'x' })
    await composer.get('textarea').trigger('keydown', { key: 'Escape' })
    expect(composer.emitted('stop')).toBeUndefined()
  })
})
