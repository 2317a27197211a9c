import type { z } from 'zod/mini'
import { parseJson } from '../lib/parseJson.ts'
import { createYielder } from '../lib/yieldToEventLoop.ts'
import type { Answer, Read, Rows, RowsAnswer } from './endpoint.ts'
import { inOrder } from './wire.ts'

/**
 * Thrown if a response does not match the contract. `message` is for the log: field and expected type, never values.
 */
export class InvalidResponse extends Error {
  override name = 'InvalidResponse'
}

/**
 * Parses a response body. Drops invalid rows and counts them. Drops rows with a repeated key. Sorts the rest by key,
 * because the service guarantees no order (rule 48). Throws only `InvalidResponse`.
 */
export function parseResponse<A extends Answer>(answer: A, body: unknown): Read<A> {
  return read(answer, body) as Read<A>
}

/** Maximum time of work before it yields to the event loop, in ms. */
const sliceMs = 20

/**
 * Like `parseResponse`, but parses while the text arrives. Yields to the event loop every 20 ms, so that no list causes a
 * long task (50 ms). Throws `InvalidResponse`, `SyntaxError`, and every error of `chunks`.
 */
export async function parseResponseStream<A extends Answer>(
  answer: A,
  chunks: AsyncIterable<string>,
): Promise<Read<A>> {
  if (answer.kind !== 'rows') return parseResponse(answer, JSON.parse(await joined(chunks)))
  const rows = createRowParser(answer)
  const yieldIfDue = createYielder(sliceMs)
  for await (const piece of streamJsonArray(chunks)) {
    for (const entry of entriesOf(piece)) {
      rows.take(entry)
      // Awaits only if a yield is due, because 50,000 awaits take time.
      const yielded = yieldIfDue()
      if (yielded) await yielded
    }
  }
  return rows.taken() as Read<A>
}

async function joined(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

function read(answer: Answer, body: unknown): unknown {
  switch (answer.kind) {
    case 'one':
      return parseSingle(answer.schema, body)
    case 'rows': {
      const rows = createRowParser(answer)
      for (const entry of entriesOf(body)) rows.take(entry)
      return rows.taken()
    }
    case 'nothing':
      return undefined
    case 'bytes':
      if (!(body instanceof Blob)) throw new InvalidResponse('expected bytes')
      return body
    case 'stream':
      if (!(body instanceof ReadableStream)) throw new InvalidResponse('expected a stream')
      return body
  }
}

function parseSingle(schema: z.ZodMiniType, body: unknown): unknown {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new InvalidResponse(`${issue?.path.map(String).join('.') || 'the answer'}: ${describeIssue(issue)}`)
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string | undefined {
  return issue?.code === 'invalid_type' ? `expected ${issue.expected}` : issue?.code
}

function entriesOf(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) throw new InvalidResponse('expected an array')
  return body
}

function createRowParser(answer: RowsAnswer<z.ZodMiniType>) {
  const rows: unknown[] = []
  const keys = new Set<unknown>()
  let unreadable = 0
  return {
    take(entry: unknown): void {
      const result = answer.schema.safeParse(entry)
      if (!result.success) unreadable += 1
      else if (isNew(keys, keyOf(answer, result.data))) rows.push(result.data)
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

/** Number of characters parsed at once. Takes at most 1 ms. */
const pieceLength = 100_000
/**
 * Matches the end of an object before another one. This can be between two entries or inside of one entry. Only parsing
 * can tell.
 */
const seam = /\}\s*,\s*\{/g
/**
 * Number of failed attempts within an entry before the piece may be twice as long. This limits the cost for every text.
 */
const maxTries = 16

/**
 * Parses a long array of objects as several shorter arrays, each as soon as it has arrived. Parses anything else at
 * once. Accepts exactly the same texts as `JSON.parse`. Throws `SyntaxError`, at the latest at the end, and every error
 * of `chunks`.
 */
export async function* streamJsonArray(chunks: AsyncIterable<string>): AsyncGenerator<unknown, void> {
  // Text that is not parsed yet. After the first piece it begins with an entry, without the opening bracket.
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
      // If this text is valid JSON, the match was between two entries of the list.
      const piece = parseJson(`${bracket}${rest.slice(from, found.index + 1)}]`)
      if (piece) {
        from = found.index + found[0].length - 1
        bracket = '['
        looksFrom = from + pieceLength
        tries = 0
        yield piece
      } else {
        tries += 1
        looksFrom = tries % maxTries === 0 ? 2 * found.index - from : found.index + 1
      }
    }
    // A match may continue in the next chunk.
    looksFrom = Math.max(looksFrom, rest.lastIndexOf('}')) - from
    rest = rest.slice(from)
  }
  yield JSON.parse(bracket + rest)
}
