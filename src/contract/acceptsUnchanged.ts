import type { z } from 'zod/mini'
import { isInOrder, orderingOf } from './wire.ts'

export type AcceptsUnchanged = (value: unknown) => boolean

const known = new WeakMap<z.core.$ZodType, AcceptsUnchanged>()

/**
 * Returns a fast test. It returns true only if the schema would return an equal value, so that the input can be used as
 * it is. After false, parse with the schema. Uses plain functions, because the app's CSP forbids the code that zod
 * would generate (rule 17).
 */
export function acceptsUnchanged(schema: z.core.$ZodType): AcceptsUnchanged {
  const made = known.get(schema)
  if (made) return made
  const fits = make(schema)
  known.set(schema, fits)
  return fits
}

function make(schema: z.core.$ZodType): AcceptsUnchanged {
  const ordering = orderingOf(schema)
  if (ordering) {
    const fits = acceptsUnchanged(ordering.list)
    return value => fits(value) && isInOrder(value as never[], ordering.keyOf)
  }
  const checks = checksOf(schema)
  const fits = ofType(schema)
  return checks ? value => fits(value) && checks(value) : fits
}

/** Unknown types are parsed with the schema itself. This is always right, but slower. */
function ofType(schema: z.core.$ZodType): AcceptsUnchanged {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'unknown':
    case 'any':
      return () => true
    case 'null':
      return value => value === null
    case 'boolean':
      return value => typeof value === 'boolean'
    case 'string':
      return isText
    case 'number':
      return value => typeof value === 'number' && Number.isFinite(value)
    case 'literal': {
      const values = new Set<unknown>(def.values)
      return value => values.has(value)
    }
    case 'optional': {
      const inner = acceptsUnchanged(def.innerType)
      return value => value === undefined || inner(value)
    }
    case 'nullable': {
      const inner = acceptsUnchanged(def.innerType)
      return value => value === null || inner(value)
    }
    case 'catch':
      return acceptsUnchanged(def.innerType)
    case 'union': {
      const options = def.options.map(acceptsUnchanged)
      // zod returns the result of the first option that accepts. Any option will do here, because each leaves the value
      // unchanged.
      return value => options.some(option => option(value))
    }
    case 'array': {
      const element = acceptsUnchanged(def.element)
      return value => {
        if (!Array.isArray(value)) return false
        for (const entry of value) if (!element(entry)) return false
        return true
      }
    }
    case 'record': {
      // zod may drop or rename keys of other types than plain strings.
      if (acceptsUnchanged(def.keyType) !== isText) return asksSchema(schema)
      const entry = acceptsUnchanged(def.valueType)
      return value => isPlain(value) && Object.values(value).every(entry)
    }
    case 'object':
      return isLoose(def) ? fitsObject(def.shape) : asksSchema(schema)
    default:
      return asksSchema(schema)
  }
}

const isText = (value: unknown) => typeof value === 'string'

const asksSchema =
  (schema: z.core.$ZodType): AcceptsUnchanged =>
  value => {
    const result = (schema as z.ZodMiniType).safeParse(value)
    return result.success && Object.is(result.data, value)
  }

/** Whether an object schema keeps fields that it does not name. */
export const isLoose = ({ catchall }: z.core.$ZodObjectDef) => catchall?._zod.def.type === 'unknown'

function fitsObject(shape: z.core.$ZodShape): AcceptsUnchanged {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, fits: acceptsUnchanged(schema) }))
  return value => {
    if (!isPlain(value)) return false
    for (const { name, fits } of fields) if (!fits(value[name])) return false
    return true
  }
}

/** Whether the value is a JSON object. An object with the key `__proto__`, which zod drops, is refused. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__')

/** Returns the schema's checks besides its type. A value that a check would change is not accepted. */
function checksOf(schema: z.core.$ZodType): AcceptsUnchanged | undefined {
  const own = 'check' in schema._zod ? [schema as unknown as z.core.$ZodCheck] : []
  const checks = [...own, ...(schema._zod.def.checks ?? [])]
  if (checks.length === 0) return undefined
  return value => {
    const payload: z.core.ParsePayload<never> = { value: value as never, issues: [] }
    for (const { _zod } of checks) _zod.check(payload)
    return payload.issues.length === 0 && Object.is(payload.value, value)
  }
}

export type ReadUnchecked = (value: unknown) => { data: unknown } | undefined

const maxRemembered = 10_000

/**
 * Creates a reader that returns the same as the schema, mostly without parsing. Only transformed fields, e.g. the
 * parent of a file, are parsed with their own schema, each distinct value once. The reader returns undefined if the
 * whole entry must be parsed with the schema.
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
      // A missing field stays missing.
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
  // An ordered list is accepted as it is if it is already in order. Otherwise the whole entry is parsed with its
  // schema.
  return def.type === 'pipe' && !orderingOf(field)
}

function readingOf(field: z.core.$ZodType): ReadUnchecked {
  const remembered = new Map<unknown, { data: unknown } | undefined>()
  return value => {
    // Objects are never equal to an earlier one, so they are not cached.
    const isOften = typeof value !== 'object' || value === null
    if (isOften && remembered.has(value)) return remembered.get(value)
    const result = (field as z.ZodMiniType).safeParse(value)
    const read = result.success ? { data: result.data } : undefined
    if (isOften && remembered.size < maxRemembered) remembered.set(value, read)
    return read
  }
}
