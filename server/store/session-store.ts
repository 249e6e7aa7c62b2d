import { z } from 'zod'
import { roles } from '#layers/northlight/shared/people/roles.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'
import type { Database } from './open-database.ts'

export interface Membership {
  organizationId: string
  organizationName: string
  role: Role
}

/** A person who signed in, and what they belong to, the first that they joined first. */
export interface SignIn {
  sessionId: string
  person: { id: string, name: string, email: string }
  /** What they chose to work in; they may have left it since. */
  activeOrganizationId: string | null
  memberships: Membership[]
}

const rowSchema = z.object({
  session_id: z.string(), active_organization_id: z.string().nullable(), user_id: z.string(), name: z.string(), email: z.string(),
  organization_id: z.string().nullable(), organization_name: z.string().nullable(), role: z.enum(roles).nullable(),
})

/** The sign-in with this token, if it is not over; one statement, since every request asks. */
export async function findSignIn({ prisma }: Database, token: string, now: Date): Promise<SignIn | undefined> {
  const found = await prisma.$queryRaw<unknown[]>`
    SELECT session.id AS session_id, session.active_organization_id, person.id AS user_id, person.name, person.email,
      organization.id AS organization_id, organization.name AS organization_name, member.role
    FROM session
    JOIN "user" AS person ON person.id = session.user_id
    LEFT JOIN member ON member.user_id = person.id
    LEFT JOIN organization ON organization.id = member.organization_id
    WHERE session.token = ${token} AND session.expires_at > ${now}
    ORDER BY member.created_at, member.id`
  const rows = z.array(rowSchema).parse(found)
  const first = rows[0]
  if (!first) return undefined
  return {
    sessionId: first.session_id,
    person: { id: first.user_id, name: first.name, email: first.email },
    activeOrganizationId: first.active_organization_id,
    memberships: rows.flatMap(({ organization_id: organizationId, organization_name: organizationName, role }) =>
      organizationId !== null && organizationName !== null && role !== null ? [{ organizationId, organizationName, role }] : []),
  }
}

/** Has a sign-in work in an organisation from now on. */
export async function setActiveOrganization({ prisma }: Database, sessionId: string, organizationId: string): Promise<void> {
  await prisma.session.updateMany({ where: { id: sessionId }, data: { activeOrganizationId: organizationId } })
}

/** Ends a sign-in: its cookie lets nobody in any more. */
export async function deleteSession({ prisma }: Database, sessionId: string): Promise<void> {
  await prisma.session.deleteMany({ where: { id: sessionId } })
}

/** What a person belongs to, the first that they joined first. */
export async function loadMemberships({ prisma }: Database, userId: string): Promise<Membership[]> {
  const rows = await prisma.member.findMany({
    where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], select: { organizationId: true, role: true, organization: { select: { name: true } } },
  })
  return rows.map(({ organizationId, role, organization }) => ({ organizationId, organizationName: organization.name, role: z.enum(roles).parse(role) }))
}
