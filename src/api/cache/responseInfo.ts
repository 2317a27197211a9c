export type ResponseInfo = {
  /** When the request left that it answers, or the last one that was told it is still so; Unix ms. */
  askedAt: number
  nth?: number
  /** Its ETag (RFC 9110 § 8.8.3); none for what a write changed here. */
  tag?: string
  /** When a write's answer changed it here, Unix ms. */
  changedAt?: number
}

let asks = 0

/** Numbers a GET that leaves: a later one has a higher number, whatever the clock does. */
export const nextAsk = (): number => {
  asks += 1
  return asks
}
export const lastAsk = (): number => asks

// Beside the objects and not in them: the cache, the screens and the outbox see answers as the contract has them.
const infos = new WeakMap<object, ResponseInfo>()

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const responseInfoOf = (answer: unknown): ResponseInfo | undefined =>
  isObject(answer) ? infos.get(answer) : undefined

export function setResponseInfo(answer: unknown, info: ResponseInfo | undefined): void {
  if (!isObject(answer)) return
  if (info) infos.set(answer, info)
  else infos.delete(answer)
}

/** An ETag that may be sent back as it came; `undefined` for anything else. */
export function readTag(text: unknown): string | undefined {
  return typeof text === 'string' && /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(text) ? text : undefined
}

/** Whether `after` is older than `before` (cases 31). Never without info, nor where the clock was set back. */
export function isLate(after: unknown, before: unknown, now: number): boolean {
  const [late, held] = [responseInfoOf(after), responseInfoOf(before)]
  if (!late || !held || after === before) return false
  const asOf = Math.max(held.askedAt, held.changedAt ?? 0)
  return asOf <= now && late.askedAt < asOf
}
