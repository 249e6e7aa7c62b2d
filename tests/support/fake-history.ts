import type { UIMessage } from 'ai'
import { resolveLeaf, resolvePath, resolveVersions } from '#layers/northlight/shared/messages/message-tree.ts'
import type { MessageNode } from '#layers/northlight/shared/messages/message-tree.ts'

/** A chat's tree as the server keeps it, and what `GET /api/messages` answers of it. */
export interface FakeHistory {
  /** Puts a message under another, or under the one that was read last, and reads on from there. */
  say(id: string, parentId?: string | null): void
  choose(id: string): void
  /** The ids of what is read now. */
  path(): string[]
  /** By the address of the request; undefined where it names no message. */
  answer(address: string): { messages: UIMessage[], versions: Record<string, string[]>, earlier: number } | undefined
}

export function createFakeHistory(ids: readonly string[] = []): FakeHistory {
  const nodes: MessageNode[] = []
  let leafId: string | null = null
  const history: FakeHistory = {
    say(id, parentId = leafId) {
      nodes.push({ id, parentId, seq: nodes.length + 1 })
      leafId = id
    },
    choose(id) {
      leafId = resolveLeaf(nodes, id) ?? leafId
    },
    path: () => resolvePath(nodes, leafId),
    answer(address) {
      const query = new URL(address, 'https://api.test').searchParams
      const before = query.get('before')
      const end = before === null ? { parentId: leafId } : nodes.find(({ id }) => id === before)
      if (!end) return undefined
      const path = resolvePath(nodes, end.parentId)
      const page = path.slice(-Number(query.get('limit')))
      return { messages: page.map(toMessage), versions: resolveVersions(nodes, page), earlier: path.length - page.length }
    },
  }
  for (const id of ids) history.say(id)
  return history
}

/** A message whose text is its id; the person's begin with q. */
export function toMessage(id: string): UIMessage {
  return { id, role: id.startsWith('q') ? 'user' : 'assistant', parts: [{ type: 'text', text: id }] }
}

/** The ids of questions and answers in turns: q1, a1, q2, a2… */
export function toExchanges(count: number): string[] {
  return Array.from({ length: count }, (_, index) => [`q${index + 1}`, `a${index + 1}`]).flat()
}
