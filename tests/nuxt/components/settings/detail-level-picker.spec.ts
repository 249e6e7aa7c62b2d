// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import DetailLevelPicker from '#layers/northlight/components/settings/DetailLevelPicker.vue'

describe('DetailLevelPicker', () => {
  it('is a group of five named stops with one chosen', async () => {
    const picker = mount(DetailLevelPicker, { props: { level: 1 }, attachTo: document.body })
    const stops = picker.findAll<HTMLInputElement>('[role="radiogroup"] input[type="radio"]')
    const nameOf = (stop: HTMLInputElement, attribute: string) => document.getElementById(stop.getAttribute(attribute) ?? '')?.textContent
    expect(stops.map(({ element }) => nameOf(element, 'aria-labelledby'))).toEqual(['Answer only', 'Compact (default)', 'Tools', 'Reasoning', 'Everything'])
    expect(stops.map(({ element }) => nameOf(element, 'aria-describedby'))).not.toContain('')
    expect(stops.map((stop) => stop.element.checked)).toEqual([false, true, false, false, false])
    await stops[4]?.setValue(true)
    expect(picker.emitted('change')).toEqual([[4]])
    picker.unmount()
  })

  it('says what it changes, in the words of the specification', () => {
    const group = mount(DetailLevelPicker, { props: { level: 1 } })
    expect(group.text()).toContain('How much of the work Northlight shows while it answers. The work itself is identical at every level.')
  })

  it('waits, with nothing chosen, until the level is known', () => {
    const picker = mount(DetailLevelPicker)
    expect(picker.attributes('aria-busy')).toBe('true')
    expect(picker.findAll<HTMLInputElement>('input').every((stop) => stop.element.disabled && !stop.element.checked)).toBe(true)
  })

  it('no longer waits when the level can\'t be read', () => {
    const picker = mount(DetailLevelPicker, { props: { unreadable: true } })
    expect(picker.attributes('aria-busy')).toBe('false')
    expect(picker.findAll<HTMLInputElement>('input').every((stop) => stop.element.disabled)).toBe(true)
  })
})
