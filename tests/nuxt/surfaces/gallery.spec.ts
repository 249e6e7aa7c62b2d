import { mountSuspended } from '@nuxt/test-utils/runtime'
import { expect, it } from 'vitest'
import Gallery from '#layers/northlight/pages/gallery.vue'
import { galleryLast } from '#layers/northlight/tests/fixtures/rows/gallery-messages.ts'

it.each(Object.keys(galleryLast))('draws every row at every level, with the last message in the middle of: %s', async (last) => {
  for (const level of [0, 1, 2, 3, 4]) {
    const gallery = await mountSuspended(Gallery, { route: `/gallery?level=${level}&last=${last}` })
    expect(gallery.get('[data-slot="transcript"]').attributes('data-detail-level')).toBe(String(level))
    expect(gallery.findAll('[data-slot="message"]').length).toBeGreaterThan(10)
    expect(gallery.find('[data-slot="document"]').exists() && gallery.find('[data-slot="reply-draft"]').exists()).toBe(true)
    gallery.unmount()
  }
})

it('shows the settings in all their states, and the sample at all levels', async () => {
  const gallery = await mountSuspended(Gallery, { route: '/gallery?view=settings&level=2' })
  expect(gallery.findAll('.nl-preview-shown').map((shown) => shown.attributes('data-preview-level'))).toEqual(['0', '1', '2', '3', '4'])
  expect(gallery.findAll('[role="radiogroup"]').map((group) => group.attributes('aria-busy'))).toEqual(['false', 'true', 'false', 'false'])
  gallery.unmount()
})

it('shows the lists of chats: whole, found, found nothing and empty', async () => {
  const gallery = await mountSuspended(Gallery, { route: '/gallery?view=lists' })
  expect(gallery.findAll('nav[aria-label="Chats"]')).toHaveLength(4)
  expect(gallery.text()).toContain('A chat that was deleted a moment ago')
  gallery.unmount()
})
