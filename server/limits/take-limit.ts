import { toVerb } from '#layers/northlight/server/policy/verbs.ts'
import type { VerbName } from '#layers/northlight/server/policy/verbs.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

/**
 * Counts what somebody does whom the server knows. The one person of local mode has the machine to themselves.
 *
 * @throws {NorthlightError} `rate-limited`
 */
export async function takeLimit({ limits, environment }: Services, { via, userId, organizationId }: Pick<Principal, 'via' | 'userId' | 'organizationId'>, verb: VerbName): Promise<void> {
  if (via === 'local' || environment.NORTHLIGHT_LIMITS === 'off') return
  await limits.take(toVerb(verb).limit, { person: userId, organization: organizationId })
}
