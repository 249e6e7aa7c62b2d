import { z } from 'zod'
import { toTitleLine } from '#layers/northlight/shared/chats/to-title-line.ts'
import { apiScopes } from './api-scopes.ts'
import { longestPassword, shortestPassword } from './password-limits.ts'
import { roles } from './roles.ts'

/** Of somebody or something: a line as titles are, with something in it that can be seen, and that any database can hold. */
const name = z.string().transform(toTitleLine).pipe(z.string().min(1, 'is empty').max(100, 'is longer than 100 characters'))
const email = z.email('is no e-mail address').max(254, 'is longer than 254 characters').transform((address) => address.toLowerCase())
const newPassword = z.string().min(shortestPassword, `has fewer than ${shortestPassword} characters`).max(longestPassword, `has more than ${longestPassword} characters`)
/** An id of ours, in a path or a body. */
export const rowIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'is no id')

/** `POST /api/session`: signs in. */
export const signInSchema = z.strictObject({ email, password: z.string().min(1, 'is empty').max(longestPassword, `has more than ${longestPassword} characters`) })

/** `PATCH /api/session`: chooses the organisation that is worked in. */
export const organizationChoiceSchema = z.strictObject({ organizationId: rowIdSchema })

/** `POST /api/people`: signs up; the first one without an invitation, every other one with. */
export const signUpSchema = z.strictObject({ name, email, password: newPassword, invitationId: rowIdSchema.optional() })

/** `POST /api/organizations`. */
export const newOrganizationSchema = z.strictObject({ name })

/** `PATCH /api/members/:id`. */
export const memberChangeSchema = z.strictObject({ role: z.enum(roles) })

/** `POST /api/invitations`. An owner is made of a member, never invited. */
export const newInvitationSchema = z.strictObject({ email, role: z.enum(['admin', 'member']) })

/** `POST /api/api-keys`. */
export const newApiKeyRequestSchema = z.strictObject({
  name,
  scopes: z.array(z.enum(apiScopes)).min(1, 'names no scope').refine((scopes) => new Set(scopes).size === scopes.length, 'names a scope twice'),
  expiresInDays: z.number().int().min(1).max(365).optional(),
})
