import type { z } from 'zod/mini'
import { parseJson } from '../lib/parseJson.ts'
import { readUnchecked } from './acceptsUnchanged.ts'
import type { Answer, Read, Rows, RowsAnswer } from './endpoint.ts'
import { inOrder } from './wire.ts'

/** The answer is not what the contract says. `message` is for the log: which field, what was expected; no values. */
export class AnswerMisfit extends Error {
  override name = 'AnswerMisfit'
}

/**
 * Checks a parsed body. Rows that do not fit are dropped and counted, those with a key that came before dropped; the
 * rest in the order of keys, since a service promises none (cases 48). Throws `AnswerMisfit` only.
 */
export function readAnswer<A extends Answer>(answer: A, body: unknown): Read<A> {
  return read(answer, body) as Read<A>
}

type Pace = {
  now: () => number
  turn: () => Promise<void>
}

/** Milliseconds of work between two turns of the event loop. */
const sliceLength = 20

/**
 * As `readAnswer`, while the text comes in: the event loop turns after every 20 ms of work, so that no list makes a
 * long task (50 ms). Throws `AnswerMisfit`, `SyntaxError`, and whatever `chunks` throws.
 */
export async function readTextInSlices<A extends Answer>(
  answer: A,
  chunks: AsyncIterable<string>,
  { now, turn }: Pace = eventLoop,
): Promise<Read<A>> {
  if (answer.kind !== 'rows') return readAnswer(answer, JSON.parse(await joined(chunks)))
  const rows = collectRows(answer)
  let started = now()
  for await (const piece of streamJsonArray(chunks)) {
    for (const entry of entriesOf(piece)) {
      rows.take(entry)
      if (now() - started < sliceLength) continue
      await turn()
      started = now()
    }
  }
  return rows.taken() as Read<A>
}

async function joined(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
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

function read(answer: Answer, body: unknown): unknown {
  switch (answer.kind) {
    case 'one':
      return readOne(answer.schema, body)
    case 'rows': {
      const rows = collectRows(answer)
      for (const entry of entriesOf(body)) rows.take(entry)
      return rows.taken()
    }
    case 'nothing':
      return undefined
    case 'bytes':
      if (!(body instanceof Blob)) throw new AnswerMisfit('expected bytes')
      return body
    case 'stream':
      if (!(body instanceof ReadableStream)) throw new AnswerMisfit('expected a stream')
      return body
  }
}

function readOne(schema: z.ZodMiniType, body: unknown): unknown {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new AnswerMisfit(`${issue?.path.map(String).join('.') || 'the answer'}: ${complaintOf(issue)}`)
}

function complaintOf(issue: z.core.$ZodIssue | undefined): string | undefined {
  return issue?.code === 'invalid_type' ? `expected ${issue.expected}` : issue?.code
}

function entriesOf(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) throw new AnswerMisfit('expected an array')
  return body
}

function collectRows(answer: RowsAnswer<z.ZodMiniType>) {
  const readAsItIs = readUnchecked(answer.schema)
  const rows: unknown[] = []
  const keys = new Set<unknown>()
  let unreadable = 0
  return {
    take(entry: unknown): void {
      // What the schema would give back as it is need not go through it: 50,000 messages in a tenth of the time.
      const read = readAsItIs(entry) ?? answer.schema.safeParse(entry)
      if ('error' in read && read.error) unreadable += 1
      else if (isNew(keys, keyOf(answer, read.data))) rows.push(read.data)
    },
    taken: (): Rows<unknown> => ({ rows: inOrder(rows, row => orderOf(answer, row)), unreadable }),
  }
}

function isNew(keys: Set<unknown>, key: unknown): boolean {
  if (key === undefined) return true
  if (keys.has(key)) return false
  keys.add(key)
  return true
}

export function orderOf(answer: RowsAnswer<z.ZodMiniType>, row: unknown): number | string | undefined {
  const key = keyOf(answer, row)
  return typeof key === 'number' || typeof key === 'string' ? key : undefined
}

function keyOf(answer: RowsAnswer<z.ZodMiniType>, row: unknown): unknown {
  if (answer.key) return answer.key(row)
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined
}

/** Characters parsed in one go, a millisecond or less. */
const pieceLength = 100_000
/** Where one object ends and the next begins: two entries, or two objects within one. Parsing tells. */
const seam = /\}\s*,\s*\{/g
/** Seams within an entry that are tried before a piece may be twice as long: no text costs more than some such tries. */
const mostTries = 16

/**
 * A long array of objects as several arrays, each as soon as it is there; anything else in one. Together the pieces
 * accept just what `JSON.parse` does. Throws `SyntaxError`, at the latest at the end, and whatever `chunks` throws.
 */
export async function* streamJsonArray(chunks: AsyncIterable<string>): AsyncGenerator<unknown, void> {
  // What is not parsed yet. After a piece it begins with an entry, and lacks the bracket.
  let rest = ''
  let bracket = ''
  let looksFrom = pieceLength
  let tries = 0
  for await (const chunk of chunks) {
    rest += chunk
    if (rest.length < looksFrom || (bracket === '' && !/^\s*\[/.test(rest))) continue
    let from = 0
    for (;;) {
      seam.lastIndex = looksFrom
      const found = seam.exec(rest)
      if (!found) break
      // A text that is whole up to here has no array, object or string open but the list itself.
      const piece = parseJson(`${bracket}${rest.slice(from, found.index + 1)}]`)
      if (piece) {
        from = found.index + found[0].length - 1
        bracket = '['
        looksFrom = from + pieceLength
        tries = 0
        yield piece
      } else {
        tries += 1
        looksFrom = tries % mostTries === 0 ? 2 * found.index - from : found.index + 1
      }
    }
    // A seam may go on in the next chunk.
    looksFrom = Math.max(looksFrom, rest.lastIndexOf('}')) - from
    rest = rest.slice(from)
  }
  yield JSON.parse(bracket + rest)
}
