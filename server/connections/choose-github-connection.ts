import type { Connection } from '#layers/northlight/shared/connections/connection-answers.ts'
import type { GithubPlace } from './github-address.ts'

/** The connection for a repository: the one named as it, as `acme/shop`, else as its owner, else the oldest. */
export function chooseGithubConnection<Candidate extends Pick<Connection, 'name'>>(connections: readonly Candidate[], { owner, repository }: Pick<GithubPlace, 'owner' | 'repository'>): Candidate | undefined {
  const named = (name: string) => connections.find((connection) => connection.name.toLowerCase() === name.toLowerCase())
  return named(`${owner}/${repository}`) ?? named(owner) ?? connections[0]
}
