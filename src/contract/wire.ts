import { z } from 'zod/mini'

// zod compiles object schemas with `new Function`, which the app's CSP forbids and reports (cases 17). zod/mini does
// not today; said all the same, and before any schema is made: a file of the contract that makes one imports this first.
z.config({ jitless: true })

export const Id = z.int().check(z.positive())

/** A timestamp in either of the two formats of api.md; which one comes can differ by operation. Read with schoolTime. */
export const DateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/))

export const Day = z.iso
  .date()
  .check(z.refine(day => !day.startsWith('0000'), 'must be a day of the calendar'))

export const ClockTime = z.string().check(z.regex(/^\d{1,2}:\d{2}/))

/** `#RRGGBB`; anything else a service sends counts as no colour (cases 14). */
export const Colour = z.pipe(
  z.optional(z.union([z.string(), z.null()])),
  z.transform(text => (text && /^#[0-9a-f]{6}$/i.test(text) ? text : null)),
)

export const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })])

/** A whole number of a query string, in decimal digits: no sign, no exponent, no blank. */
export const QueryInteger = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^\d{1,16}$/, 'must be a whole number in digits')),
    z.transform(text => Number(text)),
  ),
])

/** A field no page of api.md promises: absent, null or of another type, the rest of the entry is still good. */
export function assumed<S extends z.ZodMiniType>(schema: S) {
  const field = z.catch(z.optional(schema), undefined)
  z.globalRegistry.add(field, { 'x-assumed': true })
  return field
}

/** A field api.md promises and the app can do without: an entry where it is missing still shows, with `instead`. */
export const lenient = <S extends z.ZodMiniType>(schema: S, instead: z.output<S>) => z.catch(schema, instead)

/** A list whose items api.md does not show: kept as they come. */
export const UnknownList = z.array(z.unknown())

/** Badges come as a map, or as an empty list when there are none (service-facts.md). */
export const Badges = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])

/** The id of a class's topmost folder (api.md § File / folder). No other content has the id 0. */
export const topFolderId = 0

export const smallestParam = (name: string): number => (name === 'file_id' ? topFolderId : 1)

/** Reads an id of a path, `undefined` for what is none: `+7`, `7.0`, `07`, `1e3`, beyond 2^53, or 0 where none is 0. */
export function readParam(name: string, text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) && id >= smallestParam(name) ? id : undefined
}

/** What entries of a list are ordered by: ids and days grow, hours follow each other. */
type Key = number | string | undefined
type KeyOf<Entry> = (entry: Entry) => Key
type Ordering = { list: z.core.$ZodType; keyOf: KeyOf<never> }

const orderings = new WeakMap<z.core.$ZodType, Ordering>()

/** A list within an answer, read in the order of its keys: a service promises none (cases 48). */
export function ordered<S extends z.ZodMiniType>(element: S, keyOf: KeyOf<z.output<S>>) {
  const list = z.array(element)
  const schema = z.pipe(
    list,
    z.transform(entries => inOrder(entries, keyOf)),
  )
  orderings.set(schema, { list, keyOf })
  return schema
}

export const orderingOf = (schema: z.core.$ZodType): Ordering | undefined => orderings.get(schema)

/** The same array where it is in order already; entries without a key come last, as they came. */
export function inOrder<Entry>(entries: Entry[], keyOf: KeyOf<Entry>): Entry[] {
  return isInOrder(entries, keyOf)
    ? entries
    : entries.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
}

export const isInOrder = <Entry>(entries: readonly Entry[], keyOf: KeyOf<Entry>): boolean =>
  entries.every((entry, at) => at === 0 || compare(keyOf(entries[at - 1] as Entry), keyOf(entry)) <= 0)

function compare(one: Key, other: Key): number {
  if (one === other) return 0
  if (one === undefined) return 1
  if (other === undefined) return -1
  return one < other ? -1 : 1
}

export const byId = ({ id }: { id: number }): number => id
