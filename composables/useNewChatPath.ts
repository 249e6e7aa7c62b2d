import { useRouter } from '#imports'

/** Where a new chat begins: the start page where that is ours, else, in a host with one of its own, `/chat`. */
export function useNewChatPath(): string {
  return useRouter().resolve('/').meta.startsChat === true ? '/' : '/chat'
}
