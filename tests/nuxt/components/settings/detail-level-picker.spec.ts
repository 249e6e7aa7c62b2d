// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import DetailLevelPicker from '#layers/northlight/components/settings/DetailLevelPicker.vue'

describe('DetailLevelPicker', () => {
  it('is a group of five named stops with one chosen', async () => {
    const picker = mount(DetailLevelPicker, { props: { level: 1 } })
    const stops = picker.findAll<HTMLInputElement>('[role="radiogroup"] input[type="radio"]')
    expect(stops.map((stop) => stop.attributes('aria-label'))).toEqual(['Answer only', 'Compact', 'Tools', 'Reasoning', 'Everything'])
    expect(stops.map((stop) => stop.element.checked)).toEqual([false, true, false, false, false])
    await stops[4]?.setValue(true)
    expect(picker.emitted('change')).toEqual([[4]])
  })

  it('waits, with nothing chosen, until the level is known', () => {
    const picker = mount(DetailLevelPicker)
    expect(picker.attributes('aria-busy')).toBe('true')
    expect(picker.findAll<HTMLInputElement>('input').every((stop) => stop.element.disabled && !stop.element.checked)).toBe(true)
  })

  it('says that it saves, and why it could not', async () => {
    const picker = mount(DetailLevelPicker, { props: { level: 1, pending: true } })
    expect(picker.get('[role="status"]').text()).toBe('Saving')
    await picker.setProps({ pending: false, error: 'Could not be saved' })
    expect(picker.get('[role="status"]').text()).toBe('Could not be saved')
  })
})
