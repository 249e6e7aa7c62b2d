/** The package brings no types; this is what we use of it. */
declare module 'autocannon' {
  export interface Options {
    url: string
    /** Seconds. */
    duration: number
    connections: number
    method: string
    headers: Record<string, string>
    body?: string
  }

  export interface Result {
    requests: { average: number }
    /** Milliseconds. */
    latency: { p99: number }
    non2xx: number
    errors: number
    timeouts: number
  }

  export default function autocannon(options: Options): Promise<Result>
}
