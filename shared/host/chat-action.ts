/** What a reader asks for inside the transcript; the surface that mounted the chat carries it out. */
export type ChatAction
  = | { type: 'answer', messageId: string, text: string }
    | { type: 'continue', messageId: string }
    | { type: 'copy', messageId: string, withWork: boolean }
    /** Has the message answered again, whether it is the answer or what was asked. */
    | { type: 'regenerate', messageId: string }
    /** Begins to write the person's message anew. */
    | { type: 'edit', messageId: string }
    | { type: 'write-edit', messageId: string, text: string }
    | { type: 'save-edit', messageId: string, text: string }
    | { type: 'cancel-edit', messageId: string }
    /** Reads the branch of another version; `messageId` is that version's. */
    | { type: 'choose-version', messageId: string }

/** The copy that was made last, so that its button can say so. */
export interface CopyDone {
  messageId: string
  withWork: boolean
}
