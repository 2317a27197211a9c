import { z } from 'zod/mini'

/** What entries of a list are ordered by: ids and days grow, hours follow each other. */
export type KeyOf = (entry: never) => number | string | undefined

type Ordering = { list: z.core.$ZodType; keyOf: KeyOf }

const orderings = new WeakMap<z.core.$ZodType, Ordering>()

/**
 * A list within an answer, read in the order of its keys: a service promises none (cases 48), and whoever shows, numbers
 * or searches it must not depend on how it came.
 */
export function ordered<S extends z.ZodMiniType>(
  element: S,
  keyOf: (entry: z.output<S>) => number | string | undefined,
) {
  const list = z.array(element)
  const schema = z.pipe(
    list,
    z.transform(entries => inOrder(entries, keyOf)),
  )
  orderings.set(schema, { list, keyOf })
  return schema
}

/** How a schema orders its list, for who reads without the schema (fits.ts). */
export const orderingOf = (schema: z.core.$ZodType): Ordering | undefined => orderings.get(schema)

/** The same array where it is in order already; entries without a key come last, as they came. */
export function inOrder<Entry>(
  entries: Entry[],
  keyOf: (entry: Entry) => number | string | undefined,
): Entry[] {
  return isInOrder(entries, keyOf)
    ? entries
    : entries.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
}

export function isInOrder<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => number | string | undefined,
): boolean {
  let before: number | string | undefined
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(entry)
    if (index > 0 && compare(before, key) > 0) return false
    before = key
  }
  return true
}

function compare(one: number | string | undefined, other: number | string | undefined): number {
  if (one === other) return 0
  if (one === undefined) return 1
  if (other === undefined) return -1
  return one < other ? -1 : 1
}

/** Most things on the wire have one. */
export const byId = ({ id }: { id: number }): number => id
