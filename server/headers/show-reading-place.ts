/**
 * Written right after a page's HTML: a chat is first painted where its reader left it in this tab, else at its end, not at
 * its top until the app has loaded. Reads what `stores/readingPlaces.ts` keeps, under the name that the transcript carries.
 */
export const showReadingPlace = `<script>(() => {
  const transcript = document.querySelector('[data-slot="transcript"]')
  if (!transcript) return
  transcript.scrollTop = transcript.scrollHeight
  try {
    const edge = transcript.getBoundingClientRect().top
    for (const { key, top } of JSON.parse(sessionStorage.getItem(transcript.dataset.place)) ?? []) {
      const row = transcript.querySelector('[data-row-key="' + CSS.escape(key) + '"]')
      if (!row) continue
      transcript.scrollTop += row.getBoundingClientRect().top - edge - top
      break
    }
  }
  catch {
    // A frame may have no storage, and anything may stand in it.
  }
  transcript.dataset.placedAt = transcript.scrollTop
})()</script>`
