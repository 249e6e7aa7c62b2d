import type { StoredMessage } from './stored-message.ts'

/** Whose a message is, above it. */
export const speakers: Readonly<Record<StoredMessage['role'], string>> = { user: 'You', assistant: 'Answer', system: 'System note' }
