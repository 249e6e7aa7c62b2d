import { onBeforeUnmount, onMounted } from 'vue'
import { z } from 'zod/mini'
import { RequestFailure } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

export interface ReadingOptions {
  id: string
  /** Whether the chat is somebody else's. */
  isReading(): boolean
  catchUp(): void
}

/** Events tell each person of their own chats only: a chat of somebody else's is looked at while it is in sight. In milliseconds. */
const lookEveryMs = 2_000

const notFound = 404

const lookSchema = z.object({ updatedAt: z.number(), isRunning: z.boolean() })

/** Keeps somebody else's chat in step with what is said in it, and notices when it is not shared any more. */
export function useFollowReading(client: ChatClient, { id, isReading, catchUp }: ReadingOptions): void {
  let timer: ReturnType<typeof setInterval> | undefined
  let seen: string | undefined
  async function look() {
    if (document.hidden || !isReading()) return
    const now = await loadLook(client, id)
    if (now !== undefined && now !== seen) catchUp()
    seen = now ?? seen
  }
  onMounted(() => {
    timer = setInterval(() => void look(), lookEveryMs)
  })
  onBeforeUnmount(() => clearInterval(timer))
}

/** Another text whenever there is something new to read; undefined where it can't be known now. */
async function loadLook(client: ChatClient, id: string): Promise<string | undefined> {
  try {
    const { updatedAt, isRunning } = lookSchema.parse(await client.json(`/api/chats/${id}`))
    return `${updatedAt} ${isRunning}`
  }
  catch (error) {
    return error instanceof RequestFailure && error.status === notFound ? 'gone' : undefined
  }
}
