import type { z } from 'zod/mini'
import type { Answer, Read, Rows, RowsAnswer } from './endpoint.ts'
import { entriesOf } from './entriesOf.ts'
import { fitsOf } from './fits.ts'

/** The answer is not what the contract says. `message` is for the log: which field, what was expected; no values. */
export class AnswerMisfit extends Error {
  override name = 'AnswerMisfit'
}

/**
 * Checks the body of an answer, after `JSON.parse`.
 *
 * Rows: an entry that does not fit is dropped and counted, an entry whose key came before is dropped silently. One: must
 * fit. Nothing: whatever came is ignored. Bytes: a Blob, passed on. Throws `AnswerMisfit` and nothing else.
 */
export function readAnswer<A extends Answer>(answer: A, body: unknown): Read<A> {
  const steps = read(answer, body)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value as Read<A>
  }
}

export type Pace = {
  /** Milliseconds, from any start. */
  now: () => number
  /** Resolves once the event loop has turned. */
  turn: () => Promise<void>
}

/** Milliseconds of work between two turns of the event loop. */
const sliceLength = 20

/**
 * Reads the JSON text of an answer for the page, and checks it as `readAnswer` does: lets the event loop turn after every
 * 20 ms of work, so that a list of any length makes no long task (50 ms). One entry is checked in one piece. Throws
 * `AnswerMisfit`, or `SyntaxError` where the text is no JSON, and nothing else.
 */
export async function readTextInSlices<A extends Answer>(
  answer: A,
  text: string,
  { now, turn }: Pace = eventLoop,
): Promise<Read<A>> {
  const steps = isLongList(answer, text) ? readRows(answer, piecesOf(text)) : read(answer, JSON.parse(text))
  let started = now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value as Read<A>
    if (now() - started < sliceLength) continue
    await turn()
    started = now()
  }
}

/** Characters of a list that are parsed in one go, some 2 ms. */
const shortText = 200_000

const isLongList = (answer: Answer, text: string): answer is RowsAnswer<z.ZodMiniType> =>
  answer.kind === 'rows' && text.length > shortText && /^\s*\[/.test(text)

function* piecesOf(text: string): Generator<readonly unknown[]> {
  for (const piece of entriesOf(text)) yield piece?.entries ?? []
}

// A message channel and not a timer: timers of hidden tabs run once a second or less.
const eventLoop: Pace = {
  now: () => performance.now(),
  turn: () =>
    new Promise(resolve => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(null)
    }),
}

/** Yields after each entry; what it returns is the checked answer. */
function* read(answer: Answer, body: unknown): Generator<undefined, unknown> {
  switch (answer.kind) {
    case 'one':
      return readOne(answer.schema, body)
    case 'rows':
      if (!Array.isArray(body)) throw new AnswerMisfit('expected an array')
      return yield* readRows(answer, [body])
    case 'nothing':
      return undefined
    case 'bytes':
      if (!(body instanceof Blob)) throw new AnswerMisfit('expected bytes')
      return body
  }
}

function readOne(schema: z.ZodMiniType, body: unknown): unknown {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new AnswerMisfit(`${issue?.path.map(String).join('.') || 'the answer'}: ${complaintOf(issue)}`)
}

/** In zod's own words: the page has no sentences for them. */
function complaintOf(issue: z.core.$ZodIssue | undefined): string | undefined {
  return issue?.code === 'invalid_type' ? `expected ${issue.expected}` : issue?.code
}

/** `pieces` are its entries in order, in as many arrays as they come in. */
function* readRows(
  answer: RowsAnswer<z.ZodMiniType>,
  pieces: Iterable<readonly unknown[]>,
): Generator<undefined, Rows<unknown>> {
  const fits = fitsOf(answer.schema)
  const rows: unknown[] = []
  const keys = new Set<unknown>()
  let unreadable = 0
  for (const entries of pieces) {
    for (const entry of entries) {
      // What the schema would give back as it is need not go through it: 50,000 messages in a tenth of the time.
      const result = fits(entry) ? { success: true as const, data: entry } : answer.schema.safeParse(entry)
      if (!result.success) unreadable += 1
      else if (isNew(keys, keyOf(answer, result.data))) rows.push(result.data)
      yield
    }
    yield
  }
  return { rows, unreadable }
}

function isNew(keys: Set<unknown>, key: unknown): boolean {
  if (key === undefined) return true
  if (keys.has(key)) return false
  keys.add(key)
  return true
}

function keyOf(answer: RowsAnswer<z.ZodMiniType>, row: unknown): unknown {
  if (answer.key) return answer.key(row)
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined
}
