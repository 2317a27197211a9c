export type ResponseInfo = {
  /** When the request was sent, in Unix ms. */
  requestedAt: number
  requestNumber?: number
  /** RFC 9110 § 8.8.3. Missing after a local change. */
  tag?: string
  /** Last change by a write, in Unix ms. */
  changedAt?: number
}

let requests = 0

/** Increases independently of the clock. */
export const nextRequestNumber = (): number => {
  requests += 1
  return requests
}
export const lastRequestNumber = (): number => requests

// Separate, so that responses match the contract.
const infos = new WeakMap<object, ResponseInfo>()

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const responseInfoOf = (data: unknown): ResponseInfo | undefined =>
  isObject(data) ? infos.get(data) : undefined

export function setResponseInfo(data: unknown, info: ResponseInfo | undefined): void {
  if (!isObject(data)) return
  if (info) infos.set(data, info)
  else infos.delete(data)
}

/** Undefined for an invalid ETag. */
export function readTag(text: unknown): string | undefined {
  return typeof text === 'string' && /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(text) ? text : undefined
}

/** Whether `after` is older than `before` (rule 31). False if unknown or the clock was set back. */
export function isOutdated(after: unknown, before: unknown, now: number): boolean {
  const [received, cached] = [responseInfoOf(after), responseInfoOf(before)]
  if (!received || !cached || after === before) return false
  const asOf = Math.max(cached.requestedAt, cached.changedAt ?? 0)
  return asOf <= now && received.requestedAt < asOf
}
