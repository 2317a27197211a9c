/** Types for the part of autocannon 9 that the benchmark uses. The package has no types. */
declare module 'autocannon' {
  export type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    '2xx': number
    '3xx': number
    non2xx: number
    errors: number
    timeouts: number
  }
  // biome-ignore lint/style/noDefaultExport: the package exports itself so
  export default function autocannon(options: {
    url: string
    connections: number
    /** In seconds. */
    duration: number
    headers?: Record<string, string>
  }): Promise<Result>
}
