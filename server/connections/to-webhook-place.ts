/** Where a webhook leads, for whoever approves and may not know its whole address, which can be a secret: the host alone. */
export function toWebhookPlace(url: string): string {
  return `${new URL(url).origin}/`
}
