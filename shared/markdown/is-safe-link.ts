const allowedScheme = /^(?:https?:\/\/|mailto:)/i

/** Whether an address from a model, a tool or a file may become a link: http, https and mailto only. */
export function isSafeLink(address: string): boolean {
  return allowedScheme.test(address.trim())
}
