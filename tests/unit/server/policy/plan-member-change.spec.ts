import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roles } from '#layers/northlight/shared/people/roles.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'
import { planMemberChange } from '#layers/northlight/server/policy/plan-member-change.ts'

const people = ['ada', 'grace', 'linus', 'mona']
const anyPerson = fc.constantFrom(...people)
const anyStep = fc.record({ asker: anyPerson, target: anyPerson, nextRole: fc.option(fc.constantFrom(...roles), { nil: undefined }) })

/** An organisation after some changes, those that were refused left out. */
function apply(members: Map<string, Role>, { asker, target, nextRole }: { asker: string, target: string, nextRole: Role | undefined }) {
  const [askerRole, currentRole] = [members.get(asker), members.get(target)]
  if (!askerRole || !currentRole) return undefined
  const owners = [...members.values()].filter((role) => role === 'owner').length
  const refusal = planMemberChange({ askerRole, isSelf: asker === target, currentRole, nextRole, owners })
  if (refusal === undefined) {
    if (nextRole === undefined) members.delete(target)
    else members.set(target, nextRole)
  }
  return { askerRole, currentRole, refusal }
}

it('keeps an owner, whatever is asked in whatever order, and lets owners be changed by owners only', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(...roles), { minLength: 3, maxLength: 3 }), fc.array(anyStep, { maxLength: 40 }), (others, steps) => {
    const members = new Map<string, Role>(people.map((name, index) => [name, index === 0 ? 'owner' : others[index - 1] ?? 'member']))
    for (const step of steps) {
      const done = apply(members, step)
      expect([...members.values()]).toContain('owner')
      if (!done || done.refusal !== undefined) continue
      const { askerRole, currentRole } = done
      if (currentRole === 'owner' || step.nextRole === 'owner') expect(askerRole).toBe('owner')
      if (step.asker !== step.target) expect(askerRole).not.toBe('member')
    }
  }))
})

it.each(roles)('lets a %s leave, unless they are the last owner', (role) => {
  expect(planMemberChange({ askerRole: role, isSelf: true, currentRole: role, nextRole: undefined, owners: 2 })).toBeUndefined()
  expect(planMemberChange({ askerRole: role, isSelf: true, currentRole: role, nextRole: undefined, owners: 1 })).toBe(role === 'owner' ? 'last-owner' : undefined)
})
