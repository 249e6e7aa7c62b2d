import fc from 'fast-check'

/** One ask, as a decision about it names it. */
export interface NamedAsk {
  id: string
  version: number
  digest: string
  /** Who may decide it, by their number. */
  decider: number
}

/** A decision as it may come in: anything at all. */
export interface WildDecision {
  id: string
  body: Record<string, unknown>
  /** Who makes it, by their number: 0 is who may. */
  person: number
}

type Change = (decision: WildDecision) => WildDecision

const change = (alter: (body: Record<string, unknown>) => Record<string, unknown>): Change => (decision) => ({ ...decision, body: alter(decision.body) })
const set = (name: string) => (value: unknown) => change((body) => ({ ...body, [name]: value }))

/** None of these may ever hold: each changes at least one thing of a decision about `ask`; those of `over` were decided before. */
export function alterDecisions(ask: NamedAsk, { others, over }: { others: readonly NamedAsk[], over: readonly NamedAsk[] }, people: number): fc.Arbitrary<WildDecision> {
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/).filter((digest) => digest !== ask.digest)
  const flipped = fc.nat(63).map((at) => `${ask.digest.slice(0, at)}${ask.digest[at] === '0' ? '1' : '0'}${ask.digest.slice(at + 1)}`)
  const otherDigests = others.map(({ digest }) => digest)
  const digest = fc.oneof(flipped, hex, fc.constantFrom<unknown>(...otherDigests, ask.digest.toUpperCase(), ask.digest.slice(1), `${ask.digest} `, '', null, undefined, 0, [ask.digest], { digest: ask.digest }))
  const version = fc.oneof(fc.integer().filter((number) => number !== ask.version), fc.double(), fc.constantFrom<unknown>(String(ask.version), null, undefined, [ask.version], true, ask.version + 0.5)).filter((value) => value !== ask.version)
  const word = fc.oneof(fc.constantFrom<unknown>('Approve', 'APPROVE', 'approve ', 'approved', 'execute', 'executed', 'allow', '', null, undefined, true, ['approve'], { decision: 'approve' }), fc.string()).filter((value) => value !== 'approve' && value !== 'reject')
  const id = fc.oneof(fc.constantFrom(...others.map((other) => other.id), ask.id.toUpperCase(), `${ask.id}0`, ask.id.slice(1), 'none'), fc.uuid()).filter((value) => value !== ask.id)
  const extra = fc.tuple(fc.oneof(fc.constantFrom('body', 'state', 'approved', 'decidedBy', 'force', 'payload', 'target', 'organizationId', 'kind', 'approvalId', 'id'), fc.string({ minLength: 1 })), fc.oneof(fc.jsonValue(), fc.constant({ text: 'Another text' })))
  const changes: fc.Arbitrary<Change>[] = [
    digest.map(set('digest')),
    version.map(set('version')),
    word.map(set('decision')),
    id.map((value): Change => (decision) => ({ ...decision, id: value })),
    extra.filter(([name]) => !['decision', 'version', 'digest', 'reason', '__proto__'].includes(name)).map(([name, value]) => set(name)(value)),
    fc.integer({ min: 1, max: people - 1 }).map((person): Change => (decision) => ({ ...decision, person })),
    // All of another ask, but for its id; or another's id with what was shown of this one.
    fc.constantFrom(...others).map(({ version: number, digest: shown }) => change((body) => ({ ...body, version: number, digest: shown }))),
    fc.constantFrom(...others).map((other): Change => (decision) => ({ ...decision, id: other.id })),
    // Once more, exactly as it was shown.
    fc.constantFrom(...over).map((ended): Change => (decision) => ({ ...decision, id: ended.id, body: { ...decision.body, version: ended.version, digest: ended.digest } })),
    // An edit that would be approved in the same breath.
    fc.constant(change((body) => ({ ...body, decision: 'edit', body: { text: 'Another text' }, approve: true }))),
    fc.tuple(flipped, fc.string()).map(([shown, text]) => change((body) => ({ ...body, decision: 'edit', digest: shown, body: { text } }))),
  ]
  const honest = { id: ask.id, body: { decision: 'approve', version: ask.version, digest: ask.digest }, person: 0 }
  return fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 3 })
    .map((applied) => applied.reduce<WildDecision>((decision, apply) => apply(decision), honest))
    // One change may take another one back.
    .filter((decision) => !isHonest(decision, [ask, ...others]))
}

/** About something that waits, as it was shown, by whoever may: that one would hold. */
function isHonest({ id, body, person }: WildDecision, asks: readonly NamedAsk[]): boolean {
  return asks.some((ask) => ask.decider === person && ask.id === id && ask.digest === body.digest && ask.version === body.version)
}
