/** Where people open what a GitHub interface serves: `https://github.com` for `https://api.github.com`, the host itself for Enterprise. */
export function toGithubSite(apiUrl: string): string {
  const { protocol, host, pathname } = new URL(apiUrl)
  const path = pathname.replace(/\/+$/, '')
  const isApiHost = /^api\.(?:github\.com|[\w-]+\.ghe\.com)$/.test(host)
  return `${protocol}//${isApiHost ? host.slice('api.'.length) : host}${path.replace(/\/api\/v3$/, '')}`
}

export interface GithubPlace {
  owner: string
  repository: string
  number: number
}

/** A thread of GitHub's as the key of a target: `acme/shop#12`. */
export function toGithubKey({ owner, repository, number }: GithubPlace): string {
  return `${owner}/${repository}#${number}`
}

/** And back; undefined: it is none. */
export function parseGithubKey(key: string): GithubPlace | undefined {
  const { owner, repository, number } = /^(?<owner>[A-Za-z\d](?:[A-Za-z\d-]{0,38}))\/(?<repository>[\w.-]{1,100})#(?<number>[1-9]\d{0,9})$/.exec(key)?.groups ?? {}
  if (owner === undefined || repository === undefined || /^\.{1,2}$/.test(repository)) return undefined
  return { owner, repository, number: Number(number) }
}

/** Where people read a thread. */
export function toGithubThreadUrl(site: string, { owner, repository, number }: GithubPlace, isPullRequest: boolean): string {
  return `${site}/${owner}/${repository}/${isPullRequest ? 'pull' : 'issues'}/${number}`
}
