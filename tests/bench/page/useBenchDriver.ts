import type { TextUIPart, UIMessage } from 'ai'
import { computed, getCurrentInstance, nextTick, onMounted, ref, shallowRef } from 'vue'
import { useRoute } from '#imports'
import { loadMarkdownRenderer } from '#layers/northlight/composables/markdown-renderer.ts'
import { FrameChatState } from '#layers/northlight/composables/session/frame-chat-state.ts'
import { useSurfacing } from '#layers/northlight/composables/useSurfacing.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { countWork } from './count-work.ts'

const levels = { mounted: 2, open: 4, closed: 0 } as const

/** Drives a transcript as a session does, without one: `window.bench` is the stream. With `?count=1` the page counts its work. */
export function useBenchDriver() {
  const level = ref<DetailLevel>(levels.mounted)
  const isWorking = ref(false)
  const state = shallowRef<FrameChatState>()
  /** How many chats were shown: each has a transcript of its own. */
  const shownChats = ref(0)
  let live: { message: UIMessage, part: TextUIPart } | undefined
  const plans = useSurfacing({ messages: () => state.value?.published.value ?? [], level: () => level.value, isWorking: () => isWorking.value })

  function mount(messages: readonly UIMessage[]) {
    live = toLive(messages.at(-1))
    isWorking.value = live?.part.state === 'streaming'
    state.value = new FrameChatState(messages)
    shownChats.value += 1
    return nextTick()
  }

  function push(delta: string) {
    if (!live || !state.value) throw new Error('No text is being streamed.')
    live.part.text += delta
    state.value.replaceMessage(state.value.messages.length - 1, live.message)
  }

  function setOpen(open: boolean) {
    level.value = open ? levels.open : levels.closed
    return nextTick()
  }

  const app = getCurrentInstance()?.appContext.app
  const counter = import.meta.client && app && useRoute().query.count !== undefined ? countWork(app) : undefined
  onMounted(() => {
    window.bench = { prepare: loadMarkdownRenderer, mount: (messages) => mount(counter?.watchMessages(messages) ?? messages), push, setOpen, ...counter }
  })
  return { plans, level, isWorking, shownChats: computed(() => shownChats.value) }
}

function toLive(message: UIMessage | undefined) {
  const part = message?.parts.findLast((candidate) => candidate.type === 'text')
  return message && part && { message, part }
}
