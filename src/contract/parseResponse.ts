import type { z } from 'zod/mini'
import { parseJson } from '../lib/parseJson.ts'
import { createYielder } from '../lib/yieldToEventLoop.ts'
import type { ListResponse, ParsedResponse, ResponseSpec, Rows } from './endpoint.ts'
import { sortByKey } from './wire.ts'

/** `message` names the field and the expected type, never values. */
export class InvalidResponse extends Error {
  override name = 'InvalidResponse'
}

/** Drops invalid and repeated rows, and sorts (rule 48). Throws only `InvalidResponse`. */
export function parseResponse<A extends ResponseSpec>(spec: A, body: unknown): ParsedResponse<A> {
  return parseBody(spec, body) as ParsedResponse<A>
}

/** Maximum time between yields, in ms. Short, because the screen starts meanwhile. */
const sliceMs = 8

/** Minimum time between calls of `onPartialRows`, in ms. Each call renders the rows again. */
const partialRowsInterval = 300

/** Receives the valid rows that have arrived, with each call more. Not called for a response of one piece. */
export type OnPartialRows = (partial: Rows<unknown>) => void

/** Parses without long tasks (50 ms). Throws `InvalidResponse`, `SyntaxError`, and errors of `chunks`. */
export async function parseResponseStream<A extends ResponseSpec>(
  spec: A,
  chunks: AsyncIterable<string>,
  onPartialRows?: OnPartialRows,
): Promise<ParsedResponse<A>> {
  if (spec.kind !== 'rows') return parseResponse(spec, JSON.parse(await joinChunks(chunks)))
  const rows = createRowParser(spec)
  const yieldIfDue = createYielder(sliceMs)
  let reportedAt = Number.NEGATIVE_INFINITY
  for await (const piece of streamJsonArray(chunks)) {
    // Before the next piece, because the last one completes the result.
    if (onPartialRows && rows.count() > 0 && performance.now() - reportedAt >= partialRowsInterval) {
      onPartialRows(rows.result())
      reportedAt = performance.now()
    }
    for (const entry of entriesOf(piece)) {
      rows.add(entry)
      // 50,000 awaits take time.
      const yielded = yieldIfDue()
      if (yielded) await yielded
    }
  }
  return rows.result() as ParsedResponse<A>
}

async function joinChunks(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

function parseBody(spec: ResponseSpec, body: unknown): unknown {
  switch (spec.kind) {
    case 'one':
      return parseSingle(spec.schema, body)
    case 'rows': {
      const rows = createRowParser(spec)
      for (const entry of entriesOf(body)) rows.add(entry)
      return rows.result()
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
  throw new InvalidResponse(`${issue?.path.map(String).join('.') || 'the response'}: ${describeIssue(issue)}`)
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string | undefined {
  return issue?.code === 'invalid_type' ? `expected ${issue.expected}` : issue?.code
}

function entriesOf(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) throw new InvalidResponse('expected an array')
  return body
}

function createRowParser(spec: ListResponse<z.ZodMiniType>) {
  const rows: unknown[] = []
  const keys = new Set<unknown>()
  let unreadable = 0
  return {
    add(entry: unknown): void {
      const result = spec.schema.safeParse(entry)
      if (!result.success) unreadable += 1
      else if (addKey(keys, keyOf(spec, result.data))) rows.push(result.data)
    },
    count: () => rows.length,
    /** Returns a new array, which later calls of `add` do not change. */
    result: (): Rows<unknown> => ({ rows: sortByKey([...rows], row => orderOf(spec, row)), unreadable }),
  }
}

function addKey(keys: Set<unknown>, key: unknown): boolean {
  if (key === undefined) return true
  if (keys.has(key)) return false
  keys.add(key)
  return true
}

export function orderOf(spec: ListResponse<z.ZodMiniType>, row: unknown): number | string | undefined {
  const key = keyOf(spec, row)
  return typeof key === 'number' || typeof key === 'string' ? key : undefined
}

function keyOf(spec: ListResponse<z.ZodMiniType>, row: unknown): unknown {
  if (spec.key) return spec.key(row)
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined
}

/** In characters. Takes at most 1 ms. */
const pieceLength = 100_000
/** Between two entries, or inside one. Only parsing can tell. */
const boundary = /\}\s*,\s*\{/g
/** Failed attempts before the piece may grow. */
const maxAttempts = 16

/** Yields shorter arrays. Throws `SyntaxError`, and errors of `chunks`. */
export async function* streamJsonArray(chunks: AsyncIterable<string>): AsyncGenerator<unknown, void> {
  // Without the opening bracket after the first piece.
  let unparsed = ''
  let bracket = ''
  let searchFrom = pieceLength
  let attempts = 0
  for await (const chunk of chunks) {
    unparsed += chunk
    if (unparsed.length < searchFrom || (bracket === '' && !/^\s*\[/.test(unparsed))) continue
    let from = 0
    for (;;) {
      boundary.lastIndex = searchFrom
      const found = boundary.exec(unparsed)
      if (!found) break
      // Valid JSON: the match was between two entries.
      const piece = parseJson(`${bracket}${unparsed.slice(from, found.index + 1)}]`)
      if (piece) {
        from = found.index + found[0].length - 1
        bracket = '['
        searchFrom = from + pieceLength
        attempts = 0
        yield piece
      } else {
        attempts += 1
        searchFrom = attempts % maxAttempts === 0 ? 2 * found.index - from : found.index + 1
      }
    }
    // A match may continue in the next chunk.
    searchFrom = Math.max(searchFrom, unparsed.lastIndexOf('}')) - from
    unparsed = unparsed.slice(from)
  }
  yield JSON.parse(bracket + unparsed)
}
