import { computed, ref, watch } from 'vue'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { waitingStates } from '#layers/northlight/shared/approvals/approval-states.ts'

/**
 * Which of a chat's approvals is docked: those that wait, in the order in which they were asked. The one in view stays
 * when somebody else decides it, until it is left: what is being read does not go away.
 */
export function useDockedAsks(all: () => readonly Approval[]) {
  const currentId = ref<string>()
  const waiting = computed(() => all().filter(({ state }) => waitingStates.includes(state)).toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)))
  const docked = computed(() => {
    const current = all().find(({ id }) => id === currentId.value)
    return current && !waiting.value.includes(current) ? [current, ...waiting.value] : waiting.value
  })
  const current = computed(() => docked.value.find(({ id }) => id === currentId.value) ?? docked.value.at(0))
  const index = computed(() => current.value ? docked.value.indexOf(current.value) : -1)

  // Not at once: of several that come together, it is the first.
  watch(current, (approval) => {
    currentId.value = approval?.id
  }, { immediate: true })

  function step(by: number) {
    const next = docked.value.at((index.value + by) % docked.value.length)
    if (next) currentId.value = next.id
  }

  /** Goes on to the next that waits; from the last one to the first. */
  function leave() {
    const left = currentId.value
    const rest = waiting.value.filter(({ id }) => id !== left)
    currentId.value = (rest.find(({ createdAt }) => createdAt >= (current.value?.createdAt ?? 0)) ?? rest.at(0))?.id
  }

  return { waiting, docked, current, index, step, leave }
}
