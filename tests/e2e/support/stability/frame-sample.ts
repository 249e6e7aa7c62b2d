/** One row, or one message, as it was painted. */
export interface RowSample {
  /** Of a row `data-row-key`; of a message `data-message-id`. */
  key: string
  /** The key of the row or the message that it stands in; empty for a message. */
  parent: string
  /** The same number for the same element. */
  element: number
  /** Its `data-slot`; of a message also its role. */
  kind: string
  /** CSS pixels below the transcript's upper edge. */
  top: number
  bottom: number
  /** Its states, as the page names them. */
  state: string
  /** What its head says, clocks aside; empty where all of it is text. */
  label: string
  /** Index of its visible text among the recording's. */
  text: number
}

/** The transcript in one frame; lengths in CSS pixels. */
export interface FrameSample {
  /** Milliseconds since the recording began. */
  at: number
  /** The same number for the same transcript's element: a new chat gets a page of its own. */
  transcript: number
  level: string
  /** How often the level has changed: it may come and go between two frames. */
  levelChanges: number
  /** True from sending to the turn's end. */
  busy: boolean
  scrollTop: number
  scrollHeight: number
  clientHeight: number
  clientWidth: number
  /** Empty room below the end, which keeps a place. */
  reserve: number
  /** Whether the reader is at the end and wants to stay there. */
  reader: 'following' | 'up'
  /** How far the reader has moved what is read, downwards. */
  moved: number
  /** In document order. */
  rows: RowSample[]
}

export interface Recording {
  frames: FrameSample[]
  texts: string[]
}

/** Something that a calm page does not do. */
export interface Fault {
  at: number
  /** The rule that was broken, and by what. */
  says: string
}
