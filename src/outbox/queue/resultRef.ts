import { isRecord } from '../../lib/isRecord.ts'
import type { Entries } from './entries.ts'
import type { Made, ResultRef } from './Writes.ts'

/** The write that an input names is not here any more, or did not make that. */
export class MissingRef extends Error {
  override readonly name = 'MissingRef'
}

const isMadeBy = (value: unknown): value is ResultRef =>
  isRecord(value) && typeof value.madeBy === 'string' && typeof value.part === 'string'

/** What the write of this id made, once it is done. */
export const madeIn = (entries: Pick<Entries, 'list'>, id: string): Made | undefined =>
  entries.list().find(({ row }) => row.id === id && row.state === 'done')?.progress.made

/** The ids of the writes whose results stand in an input. */
export function makersIn(input: unknown, into: Set<string> = new Set()): ReadonlySet<string> {
  if (isMadeBy(input)) into.add(input.madeBy)
  else if (typeof input === 'object' && input !== null) {
    for (const inner of Object.values(input)) makersIn(inner, into)
  }
  return into
}

/** The input with every `ResultRef` replaced by what that write made. Throws `MissingRef`. */
export function withMade(input: unknown, madeBy: (id: string) => Made | undefined): unknown {
  if (isMadeBy(input)) {
    const made = madeBy(input.madeBy)?.[input.part]
    if (made === undefined) throw new MissingRef(`the write ${input.madeBy} made no ${input.part}`)
    return made
  }
  if (Array.isArray(input)) return input.map(inner => withMade(inner, madeBy))
  if (!isRecord(input)) return input
  return Object.fromEntries(Object.entries(input).map(([name, inner]) => [name, withMade(inner, madeBy)]))
}
