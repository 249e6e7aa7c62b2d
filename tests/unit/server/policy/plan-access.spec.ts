import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiScopes } from '#layers/northlight/shared/people/api-scopes.ts'
import { roles } from '#layers/northlight/shared/people/roles.ts'
import { planAccess } from '#layers/northlight/server/policy/plan-access.ts'
import { toVerb, verbs } from '#layers/northlight/server/policy/verbs.ts'
import type { VerbName } from '#layers/northlight/server/policy/verbs.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'

const verbNames = Object.keys(verbs) as VerbName[]
const anyVerb = fc.constantFrom(...verbNames)
const anyUser = fc.constantFrom('ada', 'grace', 'linus')
const anyOrganization = fc.constantFrom('north', 'south')
const anyScopes = fc.subarray([...apiScopes])
const anyPerson: fc.Arbitrary<Principal> = fc.record({ userId: anyUser, organizationId: anyOrganization, role: fc.constantFrom(...roles), via: fc.constant('session' as const) })
const anyOwned = fc.record({ organizationId: anyOrganization, ownerId: anyUser, isShared: fc.boolean() })
/** Approvals are for those who run the organisation too: what asks for them may be somebody's who is away. */
const isForManagers = (verb: VerbName) => verb === 'approval.read' || verb === 'approval.decide'
const managesIn = (person: Principal, owned: { organizationId: string }) => person.role !== 'member' && person.organizationId === owned.organizationId
const withScopes = (person: Principal, scopes: Principal['scopes']): Principal => ({ ...person, via: 'key', scopes })

describe('planAccess', () => {
  it('never lets anybody near what belongs to another organisation', () => {
    fc.assert(fc.property(anyPerson, anyVerb, anyOwned, (person, verb, owned) => {
      if (person.organizationId === owned.organizationId) return
      expect(planAccess(person, verb, owned)).not.toBeUndefined()
      expect(planAccess(person, verb, owned)).not.toBe('read-only')
    }))
  })

  it('says of what is somebody else\'s and not shared what it says of nothing', () => {
    fc.assert(fc.property(anyPerson, anyVerb, anyOwned, (person, verb, owned) => {
      if (person.userId === owned.ownerId || owned.isShared || (isForManagers(verb) && managesIn(person, owned))) return
      expect(['unseen', 'role-missing']).toContain(planAccess(person, verb, owned))
    }))
  })

  it('lets readers read, and nothing else', () => {
    fc.assert(fc.property(anyPerson, anyVerb, anyOwned, (person, verb, owned) => {
      if (person.userId === owned.ownerId || person.organizationId !== owned.organizationId || !owned.isShared || toVerb(verb).roles) return
      if (isForManagers(verb) && managesIn(person, owned)) return
      const isReading = verb === 'chat.read' || verb === 'file.read' || verb === 'approval.read'
      expect(planAccess(person, verb, owned)).toBe(isReading ? undefined : 'read-only')
    }))
  })

  it('lets owners and admins see to the approvals of others in their organisation, and to nothing else of theirs', () => {
    fc.assert(fc.property(anyPerson, anyVerb, anyOwned, (person, verb, owned) => {
      if (person.userId === owned.ownerId || owned.isShared || toVerb(verb).roles || !managesIn(person, owned)) return
      expect(planAccess(person, verb, owned)).toBe(isForManagers(verb) ? undefined : 'unseen')
    }))
  })

  it('lets whoever owns something do with it whatever their role does not forbid', () => {
    fc.assert(fc.property(anyPerson, anyVerb, fc.boolean(), (person, verb, isShared) => {
      const owned = { organizationId: person.organizationId, ownerId: person.userId, isShared }
      expect(planAccess(person, verb, owned)).toBe(planAccess(person, verb))
    }))
  })

  it('never lets a key do more than its person, nor more scopes do less', () => {
    fc.assert(fc.property(anyPerson, anyVerb, fc.option(anyOwned, { nil: undefined }), anyScopes, anyScopes, (person, verb, owned, scopes, more) => {
      if (planAccess(withScopes(person, scopes), verb, owned) !== undefined) return
      expect(planAccess(person, verb, owned)).toBeUndefined()
      expect(planAccess(withScopes(person, [...scopes, ...more]), verb, owned)).toBeUndefined()
    }))
  })

  it('asks a key for the very scope of the verb', () => {
    fc.assert(fc.property(anyPerson, anyVerb, anyScopes, (person, verb, scopes) => {
      const { scope } = toVerb(verb)
      if (scope !== null && scopes.includes(scope)) expect(planAccess(withScopes(person, scopes), verb)).not.toBe('scope-missing')
      else expect(planAccess(withScopes(person, scopes), verb)).toBe('scope-missing')
    }))
  })

  it('gives a higher role all that a lower one may', () => {
    fc.assert(fc.property(anyPerson, anyVerb, fc.option(anyOwned, { nil: undefined }), (person, verb, owned) => {
      const [owner, admin, member] = roles.map((role) => planAccess({ ...person, role }, verb, owned) === undefined)
      if (member) expect(admin).toBe(true)
      if (admin) expect(owner).toBe(true)
    }))
  })
})
