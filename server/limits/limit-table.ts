/** How often something may be done: `points` times in `seconds`, counted for each value of what `by` names. */
export interface LimitRule<Subject extends string> {
  by: readonly Subject[]
  points: number
  seconds: number
}

const minute = 60
const quarter = 15 * minute
const hour = 60 * minute

/** What somebody whom the server knows does; a person alone never uses up what their whole organisation may. */
export const personLimits = {
  turn: [{ by: ['person'], points: 30, seconds: minute }, { by: ['organization'], points: 300, seconds: minute }],
  write: [{ by: ['person'], points: 300, seconds: minute }, { by: ['organization'], points: 3_000, seconds: minute }],
  upload: [{ by: ['person'], points: 60, seconds: minute }, { by: ['organization'], points: 600, seconds: minute }],
  read: [{ by: ['person'], points: 3_000, seconds: minute }, { by: ['organization'], points: 30_000, seconds: minute }],
} as const satisfies Record<string, readonly LimitRule<'person' | 'organization'>[]>

/**
 * What a stranger does. An e-mail alone has a wide limit, since whoever knows it could lock its person out; so has an
 * address, which a whole office may share.
 */
export const strangerLimits = {
  'sign-in': [
    { by: ['address', 'email'], points: 10, seconds: quarter },
    { by: ['address'], points: 100, seconds: quarter },
    { by: ['email'], points: 100, seconds: hour },
  ],
  'sign-up': [{ by: ['address', 'email'], points: 5, seconds: quarter }, { by: ['address'], points: 50, seconds: hour }],
  'look-up': [{ by: ['address'], points: 120, seconds: minute }],
} as const satisfies Record<string, readonly LimitRule<'address' | 'email'>[]>

export type PersonLimit = keyof typeof personLimits
export type StrangerLimit = keyof typeof strangerLimits
