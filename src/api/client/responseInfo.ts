export type ResponseInfo = {
  /** Time when the request was sent, in Unix ms. After a 304 it is the time of that request. */
  requestedAt: number
  requestNumber?: number
  /** ETag (RFC 9110 § 8.8.3). Missing after a local change. */
  tag?: string
  /** Time when the response to a write changed the data, in Unix ms. */
  changedAt?: number
}

let requests = 0

/** Returns the number of a new GET. Later GETs have higher numbers, even if the clock is set back. */
export const nextRequestNumber = (): number => {
  requests += 1
  return requests
}
export const lastRequestNumber = (): number => requests

// Outside of the objects, so that the cache, the screens and the outbox see responses as in the contract.
const infos = new WeakMap<object, ResponseInfo>()

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const responseInfoOf = (answer: unknown): ResponseInfo | undefined =>
  isObject(answer) ? infos.get(answer) : undefined

export function setResponseInfo(answer: unknown, info: ResponseInfo | undefined): void {
  if (!isObject(answer)) return
  if (info) infos.set(answer, info)
  else infos.delete(answer)
}

/** Returns an ETag that can be sent back unchanged, or undefined for any other value. */
export function readTag(text: unknown): string | undefined {
  return typeof text === 'string' && /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(text) ? text : undefined
}

/**
 * Whether `after` is older than `before` (rule 31). False if one has no response info, or if the clock was set back.
 */
export function isOutdated(after: unknown, before: unknown, now: number): boolean {
  const [received, cached] = [responseInfoOf(after), responseInfoOf(before)]
  if (!received || !cached || after === before) return false
  const asOf = Math.max(cached.requestedAt, cached.changedAt ?? 0)
  return asOf <= now && received.requestedAt < asOf
}
