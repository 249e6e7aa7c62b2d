import { isEmptyDraft, keptDraftSchema } from '#layers/northlight/shared/messages/chat-draft.ts'
import type { KeptDraft } from '#layers/northlight/shared/messages/chat-draft.ts'

const toKey = (chatId: string) => `northlight-draft-${chatId}`

/** What this tab has kept of a chat's draft; nothing where it keeps nothing, or may not. */
export function readKeptDraft(chatId: string): KeptDraft | undefined {
  try {
    return keptDraftSchema.safeParse(JSON.parse(sessionStorage.getItem(toKey(chatId)) ?? 'null')).data
  }
  catch {
    return undefined
  }
}

/** Keeps a draft for as long as the tab lives; in memory alone where the browser does not let us or has no room. */
export function keepDraft(chatId: string, draft: KeptDraft): void {
  try {
    if (isEmptyDraft(draft)) sessionStorage.removeItem(toKey(chatId))
    else sessionStorage.setItem(toKey(chatId), JSON.stringify(draft))
  }
  catch {
    // A frame of another site's page may have no storage.
  }
}
