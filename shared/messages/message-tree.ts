/** A message's place in its chat's tree; `seq` counts the messages of a chat in the order in which they were stored. */
export interface MessageNode {
  id: string
  parentId: string | null
  seq: number
}

/** For each message that has been said or answered in more than one way, all its versions, itself included, the earliest first. */
export type MessageVersions = Record<string, string[]>

/** The ids from the root to `leafId`; nothing where the leaf is unknown. */
export function resolvePath(nodes: readonly MessageNode[], leafId: string | null): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const path: string[] = []
  for (let node = byId.get(leafId ?? ''); node; node = byId.get(node.parentId ?? '')) path.push(node.id)
  return path.reverse()
}

/** The newest message under `id` that nothing follows: where the branch is read from when its version is chosen; undefined for an unknown id. */
export function resolveLeaf(nodes: readonly MessageNode[], id: string): string | undefined {
  const children = Map.groupBy(nodes, (node) => node.parentId)
  let leaf: MessageNode | undefined
  const open = nodes.filter((node) => node.id === id)
  for (let node = open.pop(); node; node = open.pop()) {
    const below = children.get(node.id) ?? []
    open.push(...below)
    if (below.length === 0 && (!leaf || node.seq > leaf.seq)) leaf = node
  }
  return leaf?.id
}

/** The versions of those of `ids` that have more than one: messages with the same parent. */
export function resolveVersions(nodes: readonly MessageNode[], ids: readonly string[]): MessageVersions {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = Map.groupBy(nodes, (node) => node.parentId)
  const versions: MessageVersions = {}
  for (const id of ids) {
    const node = byId.get(id)
    const siblings = node ? children.get(node.parentId) ?? [] : []
    if (siblings.length > 1) versions[id] = siblings.toSorted((one, other) => one.seq - other.seq).map((sibling) => sibling.id)
  }
  return versions
}
