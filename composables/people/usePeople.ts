import { useAsyncData } from '#imports'
import { z } from 'zod/mini'
import { useSubmitting } from '#layers/northlight/composables/useSubmitting.ts'
import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { invitationSchema, memberSchema } from '#layers/northlight/shared/people/people-answers.ts'
import type { Invitation, Member } from '#layers/northlight/shared/people/people-answers.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'

const membersSchema = z.object({ members: z.array(memberSchema) })
const invitationsSchema = z.object({ invitations: z.array(invitationSchema) })

interface People {
  members: Member[]
  /** Empty for those who may not invite. */
  invitations: Invitation[]
}

/** Who belongs to the organisation and who is asked to, read with the page, and again after each change. */
export async function usePeople(client: ChatClient, isManager: boolean) {
  const { isBusy, failure, submit } = useSubmitting()
  const { data: people, error, refresh } = await useAsyncData('northlight-people', () => loadPeople(client, isManager))

  async function change(path: string, init: RequestInit) {
    const isDone = await submit(() => client.request(path, init))
    await refresh()
    return isDone
  }

  return {
    people, error, refresh, isBusy, failure,
    changeRole: ({ id }: Member, role: Role) => change(`/api/members/${id}`, toJsonRequest('PATCH', { role })),
    removeMember: ({ id }: Member) => change(`/api/members/${id}`, { method: 'DELETE' }),
    revoke: ({ id }: Invitation) => change(`/api/invitations/${id}`, { method: 'DELETE' }),
  }
}

async function loadPeople(client: ChatClient, isManager: boolean): Promise<People> {
  const [members, invitations] = await Promise.all([client.json('/api/members'), isManager ? client.json('/api/invitations') : { invitations: [] }])
  return { members: membersSchema.parse(members).members, invitations: invitationsSchema.parse(invitations).invitations }
}
