import type { z } from 'zod/mini'
import { type Answer, type Endpoint, paramNames, type Rows, type RowsAnswer } from '../contract/endpoint.ts'
import { inOrder, isInOrder } from '../contract/ordered.ts'
import { orderOf } from '../contract/readAnswer.ts'
import { isRecord } from '../lib/isRecord.ts'

/**
 * What a cached GET holds once a write's answer is in it, or `undefined` where it must be asked again: the write does not
 * say that its answer enters it, it is about something else, or it is not known where in the list the answer belongs.
 * `answer` and `held` are as `call` gives them; neither is changed, and rows that stay are the same objects.
 */
export function entered(
  write: { endpoint: Endpoint; input: unknown },
  answer: unknown,
  cached: { endpoint: Endpoint; input: unknown },
  held: unknown,
): unknown {
  const entering = write.endpoint.enters?.find(({ into }) => into === cached.endpoint)
  if (!entering) return undefined
  const given = isRecord(write.input) ? write.input : {}
  const asked = isRecord(cached.input) ? cached.input : {}
  const ids: Record<string, unknown> = { ...given, ...entering.ids?.(answer) }
  const { patch } = entering
  // What a patch finds by a number of its own may be in a path the write does not have.
  const isOther = (name: string) => (patch && ids[name] === undefined ? false : asked[name] !== ids[name])
  if (paramNames(entering.into.path).some(name => asked[name] === undefined || isOther(name))) {
    return undefined
  }
  if (patch) return isRows(held) ? patch(held, { input: write.input, answer }) : undefined
  if (entering.into.answer.kind !== 'rows') return answer
  if (!isRows(held)) return undefined
  let rows = held.rows
  for (const row of isRows(answer) ? answer.rows : [answer]) {
    const key = keyOf(entering.into.answer, row)
    const at = rows.findIndex(each => keyOf(entering.into.answer, each) === key)
    if (at >= 0) rows = rows.with(at, row)
    else if (entering.adds) rows = withRow(entering.into.answer, rows, row)
    else return undefined
  }
  return { ...held, rows }
}

/** At the end as a rule, since ids grow; where they don't, at its place. */
function withRow(answer: RowsAnswer<z.ZodMiniType>, rows: readonly unknown[], row: unknown): unknown[] {
  const keyOf = (each: unknown) => orderOf(answer, each)
  const longer = [...rows, row]
  return isInOrder(longer.slice(-2), keyOf) ? longer : inOrder(longer, keyOf)
}

const isRows = (value: unknown): value is Rows<unknown> =>
  isRecord(value) && Array.isArray(value.rows) && typeof value.unreadable === 'number'

function keyOf(answer: Answer, row: unknown): unknown {
  if (answer.kind === 'rows' && answer.key) return answer.key(row)
  return isRecord(row) ? row.id : undefined
}
