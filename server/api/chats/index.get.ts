import { listChats } from '#layers/northlight/server/store/chat-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** This person's chats, the last one spoken in first. */
export default defineRoute(async ({ services, principal }) => ({ chats: await listChats(services.database, principal) }))
