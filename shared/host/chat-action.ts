/** What a reader asks for inside the transcript; the surface that mounted the chat carries it out. */
export type ChatAction
  = | { type: 'answer', messageId: string, text: string }
    | { type: 'continue', messageId: string }
    | { type: 'copy', messageId: string, withWork: boolean }

/** The copy that was made last, so that its button can say so. */
export interface CopyDone {
  messageId: string
  withWork: boolean
}
