/** Who asks: the only answer to "whose is this?" that a route may use. */
export interface Principal {
  userId: string
  organizationId: string
  role: 'owner' | 'admin' | 'member'
  via: 'local'
}
