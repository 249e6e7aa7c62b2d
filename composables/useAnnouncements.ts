import { onMounted, shallowRef, watch } from 'vue'
import type { ShallowRef } from 'vue'
import { planAnnouncements } from '#layers/northlight/shared/announcements/plan-announcements.ts'
import type { Announcement, SpokenLine } from '#layers/northlight/shared/announcements/plan-announcements.ts'
import type { PlanList } from '#layers/northlight/shared/surfacing/plan-list.ts'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { useAnnouncedPlansStore } from '#layers/northlight/stores/announcedPlans.ts'

interface Announcements extends SpokenLines {
  /** Tells what no plan knows of, politely. */
  say(text: string): void
}

type SpokenLines = { [Urgency in Announcement['urgency']]: ShallowRef<readonly SpokenLine[]> }

/** Kept for who reads the region again; older lines go. */
const linesKept = 4

/** Of those that came last something may be told; what stands before them has ended. */
const plansFollowed = 4

/** What a screen reader is told of a chat while its plans change, newest last. The chat as it is found says nothing. */
export function useAnnouncements(chatId: string, plans: PlanList): Announcements {
  const announced = useAnnouncedPlansStore()
  const lines: SpokenLines = { polite: shallowRef([]), assertive: shallowRef([]) }
  let nextId = 0

  const speak = ({ text, urgency }: Announcement) => {
    const region = lines[urgency]
    region.value = [...region.value, { id: nextId++, text }].slice(-linesKept)
  }
  const announce = (after: readonly MessagePlan[]) => {
    for (const announcement of planAnnouncements(announced.ofChat(chatId) ?? after, after)) speak(announcement)
    announced.keep(chatId, after)
  }
  // On the server nobody listens; a region that is drawn with its words is not read out.
  onMounted(() => {
    watch(() => plans.ids.slice(-plansFollowed).map((id) => plans.planOf(id)), announce, { immediate: true })
  })
  return { ...lines, say: (text) => speak({ text, urgency: 'polite' }) }
}
