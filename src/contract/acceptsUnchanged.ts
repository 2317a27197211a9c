import type { z } from 'zod/mini'
import { isInOrder, orderingOf } from './wire.ts'

/** Whether a value from JSON can be kept as it came. */
export type AcceptsUnchanged = (value: unknown) => boolean

const known = new WeakMap<z.core.$ZodType, AcceptsUnchanged>()

/**
 * Makes of a schema a quick test: true only where the schema accepts the value and gives back an equal one, so that who
 * asks may keep the value and spare the schema the work. False says nothing: ask the schema. Walks the schema once and
 * builds plain functions, since the app's policy forbids the code zod would make at run time (cases 17).
 *
 * What the schema would change (a default, a transformation, an unreadable field it replaces) does not fit. Fields that
 * are absent stay absent, where zod may write them as `undefined`.
 */
export function acceptsUnchanged(schema: z.core.$ZodType): AcceptsUnchanged {
  const made = known.get(schema)
  if (made) return made
  const fits = make(schema)
  known.set(schema, fits)
  return fits
}

function make(schema: z.core.$ZodType): AcceptsUnchanged {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const ordering = orderingOf(schema)
  if (ordering) {
    const fits = acceptsUnchanged(ordering.list)
    return value => fits(value) && isInOrder(value as never[], ordering.keyOf)
  }
  const checks = checksOf(schema)
  // Whatever is not known here is asked itself: right for every schema, only slower.
  if (!checks) return asksSchema(schema)
  switch (def.type) {
    case 'unknown':
    case 'any':
      return accepts
    case 'null':
      return value => value === null
    case 'boolean':
      return value => typeof value === 'boolean'
    case 'string':
      return checks === accepts ? isText : value => typeof value === 'string' && checks(value)
    case 'number':
      return value => typeof value === 'number' && Number.isFinite(value) && checks(value)
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
      // Of several that accept, zod takes the first: no matter where each leaves the value as it is.
      return value => options.some(option => option(value))
    }
    case 'array': {
      const element = acceptsUnchanged(def.element)
      return value => {
        if (!Array.isArray(value) || !checks(value)) return false
        for (const entry of value) if (!element(entry)) return false
        return true
      }
    }
    case 'record': {
      // Other keys than plain text may be left out or renamed by zod.
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

const accepts = () => true
const isText = (value: unknown) => typeof value === 'string'

const asksSchema =
  (schema: z.core.$ZodType): AcceptsUnchanged =>
  value => {
    const result = (schema as z.ZodMiniType).safeParse(value)
    return result.success && Object.is(result.data, value)
  }

/** Whether an object keeps fields that its schema does not name. */
export const isLoose = ({ catchall }: z.core.$ZodObjectDef) => catchall?._zod.def.type === 'unknown'

function fitsObject(shape: z.core.$ZodShape): AcceptsUnchanged {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, fits: acceptsUnchanged(schema) }))
  return value => {
    if (!isPlain(value)) return false
    for (const { name, fits } of fields) if (!fits(value[name])) return false
    return true
  }
}

/** An object of JSON. One with a key that zod leaves out does not fit. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__')

type Check = (value: never) => boolean

/** All that a schema checks besides its type, undefined where something among it is not known here. */
function checksOf(schema: z.core.$ZodType): ((value: unknown) => boolean) | undefined {
  const { def } = schema._zod
  const own = 'check' in def ? [def as z.core.$ZodCheckDef] : []
  const checks = [...own, ...(def.checks ?? []).map(check => check._zod.def)].map(checkOf)
  if (checks.some(check => check === undefined)) return undefined
  return (
    (checks as Check[]).reduce<AcceptsUnchanged | undefined>(
      (one, other) => (one ? value => one(value) && other(value as never) : (other as AcceptsUnchanged)),
      undefined,
    ) ?? accepts
  )
}

function checkOf(def: z.core.$ZodCheckDef): Check | undefined {
  const { check, ...given } = def as z.core.$ZodCheckDef & Record<string, unknown>
  switch (check) {
    case 'number_format':
      return given.format === 'safeint' ? (value: number) => Number.isSafeInteger(value) : undefined
    case 'greater_than': {
      const { value: bound, inclusive } = given
      if (typeof bound !== 'number') return undefined
      return (value: number) => (inclusive ? value >= bound : value > bound)
    }
    case 'less_than': {
      const { value: bound, inclusive } = given
      if (typeof bound !== 'number') return undefined
      return (value: number) => (inclusive ? value <= bound : value < bound)
    }
    case 'min_length': {
      const { minimum } = given
      return typeof minimum === 'number' ? (value: string | unknown[]) => value.length >= minimum : undefined
    }
    case 'max_length': {
      const { maximum } = given
      return typeof maximum === 'number' ? (value: string | unknown[]) => value.length <= maximum : undefined
    }
    case 'string_format': {
      const { format, pattern } = given
      if (format !== 'regex' || !(pattern instanceof RegExp) || pattern.global || pattern.sticky)
        return undefined
      return (value: string) => pattern.test(value)
    }
    default:
      return undefined
  }
}
