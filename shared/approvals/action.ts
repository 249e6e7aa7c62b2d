/** What an action is about, for the Inbox to group by: a pull request, an issue, a webhook, a matter. */
export interface ActionTarget {
  /** What sort of thing it is, as `pull_request`. */
  kind: string
  /** Which one, unique in its kind: as `acme/shop#12`. */
  key: string
  url: string | null
  title: string | null
}

/** Something outward that a dot wants to do, in the words of its kind (`approvals.md`, "The gate"). */
export interface Action {
  kind: string
  target: ActionTarget
  /** What would be sent, by the kind's own schema: nothing else is. */
  body: unknown
}
