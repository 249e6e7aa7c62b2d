import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { planAccess } from './plan-access.ts'
import type { Owned } from './plan-access.ts'
import { toVerb } from './verbs.ts'
import type { VerbName } from './verbs.ts'

/** What an owned thing answers when it is not there, or not for this person. */
export type UnseenCode = 'chat-not-found' | 'file-not-found' | 'approval-not-found'

/**
 * Gives or throws.
 *
 * @throws {NorthlightError} `scope-missing`, `role-missing`, `read-only`, or `unseenCode`
 */
export function requireAccess(principal: Principal, verb: VerbName, owned?: { of: Owned, unseenCode: UnseenCode }): void {
  const refusal = planAccess(principal, verb, owned?.of)
  if (refusal === undefined) return
  if (refusal === 'unseen') throw new NorthlightError(owned?.unseenCode ?? 'not-found')
  const { scope } = toVerb(verb)
  throw new NorthlightError(refusal, refusal === 'scope-missing' && scope !== null ? { fix: `Use a key with the scope ${scope}.` } : {})
}
