import type { UIMessage } from 'ai'

/** What a page that is to be measured puts on its window; the one contract of all pages that are compared. */
export interface BenchPage {
  /** What may be done outside the measured time. */
  prepare?(work: { messages: UIMessage[], deltas?: string[] }): Promise<void> | void
  /** Shows a chat, scrolled to its end. */
  mount(messages: UIMessage[]): Promise<void> | void
  /** Adds to the last text of the last message, which is being streamed. */
  push(delta: string): void
  /** Opens, or closes, all that can be: reasoning and tool calls. */
  setOpen(open: boolean): Promise<void> | void
  /** What the page did since `resetCounts`, where it counts. */
  counts?(): WorkCounts
  resetCounts?(): void
}

export interface WorkCounts {
  /** Of components, by name. */
  mounts: Record<string, number>
  updates: Record<string, number>
  /** Messages of which a plan was made. */
  plans: number
  /** Given to the Markdown parser. */
  parsedCharacters: number
  /** Nodes that were added, removed, or got another text or attribute. */
  touchedNodes: number
}

declare global {
  interface Window {
    bench: BenchPage
  }
}
