import type { Dot } from './dot-answers.ts'

type Follower = Pick<Dot, 'id' | 'leadDotId' | 'isArchived'>

/** The dots under which this one can act: those at work that act under nobody. One that leads others acts under nobody itself. */
export function listPossibleLeads<Candidate extends Follower>(dots: readonly Candidate[], dotId: string | undefined): Candidate[] {
  if (dots.some(({ leadDotId }) => leadDotId !== null && leadDotId === dotId)) return []
  return dots.filter(({ id, leadDotId, isArchived }) => id !== dotId && leadDotId === null && !isArchived)
}
