/** As what a person belongs to an organisation. */
export const roles = ['owner', 'admin', 'member'] as const

export type Role = (typeof roles)[number]

/** Who decides for an organisation. */
export const managingRoles = ['owner', 'admin'] as const satisfies readonly Role[]
