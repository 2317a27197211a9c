import type { z } from 'zod/mini'
import { acceptsUnchanged, isLoose, isPlain } from './acceptsUnchanged.ts'
import { orderingOf } from './wire.ts'

/** What the schema makes of a value, undefined where the schema itself must be asked. */
export type ReadUnchecked = (value: unknown) => { data: unknown } | undefined

/** Distinct values of a field whose reading is remembered. */
const mostRemembered = 10_000

/**
 * Reads entries of a list as their schema does, most of them without it: what needs no change (`acceptsUnchanged`) is
 * kept as it came, and where single fields of an object are transformed, such as the folder of a file, only they go
 * through the schema, each value once.
 */
export function readUnchecked(schema: z.core.$ZodType): ReadUnchecked {
  const fits = acceptsUnchanged(schema)
  const { def } = (schema as z.core.$ZodTypes)._zod
  const plainly =
    def.type === 'object' && isLoose(def) && !def.checks?.length ? Object.entries(def.shape) : []
  const transformed = plainly.filter(([, field]) => isTransformed(field))
  if (transformed.length === 0) return value => (fits(value) ? { data: value } : undefined)

  const kept = plainly.flatMap(([name, field]) =>
    isTransformed(field) ? [] : [{ name, isGood: acceptsUnchanged(field) }],
  )
  const read = transformed.map(([name, field]) => ({ name, reading: readingOf(field) }))
  return value => {
    if (!isPlain(value)) return undefined
    for (const { name, isGood } of kept) if (!isGood(value[name])) return undefined
    const data = { ...value }
    for (const { name, reading } of read) {
      const result = reading(value[name])
      if (!result) return undefined
      // Absent stays absent.
      if (result.data !== undefined || name in value) data[name] = result.data
    }
    return { data }
  }
}

function isTransformed(field: z.core.$ZodType): boolean {
  const { def } = (field as z.core.$ZodTypes)._zod
  if (def.type === 'catch' || def.type === 'optional' || def.type === 'nullable') {
    return isTransformed(def.innerType)
  }
  // A list that is in order already is kept as it came; of any other the entry goes through its schema.
  return def.type === 'pipe' && !orderingOf(field)
}

function readingOf(field: z.core.$ZodType): ReadUnchecked {
  const remembered = new Map<unknown, { data: unknown } | undefined>()
  return value => {
    // Of an object the next is another one.
    const isOften = typeof value !== 'object' || value === null
    if (isOften && remembered.has(value)) return remembered.get(value)
    const result = (field as z.ZodMiniType).safeParse(value)
    const read = result.success ? { data: result.data } : undefined
    if (isOften && remembered.size < mostRemembered) remembered.set(value, read)
    return read
  }
}
