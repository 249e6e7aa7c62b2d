import type { Role } from './roles.ts'

/** What each role is called, and what it lets somebody do. */
export const roleWords: Record<Role, { name: string, description: string }> = {
  owner: { name: 'Owner', description: 'Everything, and who else is an owner' },
  admin: { name: 'Admin', description: 'Invites and removes people' },
  member: { name: 'Member', description: 'Has chats of their own, and reads what is shared' },
}
