import { z } from 'zod/mini'

// zod compiles object schemas with `new Function`, which the app's CSP forbids and reports (rule 17). zod/mini does not
// do this today. This setting makes sure of it. It must run before any schema is created, so a file of the contract
// that creates schemas imports this one first.
z.config({ jitless: true })

export const Id = z.int().check(z.positive())

/** A timestamp in one of the two formats of api.md. The format can differ by operation. Parse it with schoolTime. */
export const DateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/))

export const Day = z.iso
  .date()
  .check(z.refine(day => !day.startsWith('0000'), 'must be a day of the calendar'))

export const ClockTime = z.string().check(z.regex(/^\d{1,2}:\d{2}/))

/** `#RRGGBB`. Any other value becomes null (rule 14). */
export const Colour = z.pipe(
  z.optional(z.union([z.string(), z.null()])),
  z.transform(text => (text && /^#[0-9a-f]{6}$/i.test(text) ? text : null)),
)

export const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })])

/** A whole number of a query string, in decimal digits without sign, exponent or space. */
export const QueryInteger = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^\d{1,16}$/, 'must be a whole number in digits')),
    z.transform(text => Number(text)),
  ),
])

/**
 * Creates a field that api.md does not guarantee. If it is absent, null or of another type, it becomes undefined and
 * the rest of the entry remains valid.
 */
export function assumed<S extends z.ZodMiniType>(schema: S) {
  const field = z.catch(z.optional(schema), undefined)
  z.globalRegistry.add(field, { 'x-assumed': true })
  return field
}

/**
 * Creates a field that api.md guarantees but the app does not need. If it is invalid, the entry is shown with
 * `instead`.
 */
export const lenient = <S extends z.ZodMiniType>(schema: S, instead: z.output<S>) => z.catch(schema, instead)

/** A list whose items api.md does not show. They are not checked. */
export const UnknownList = z.array(z.unknown())

/** Badges are a map, or an empty list if there are none (service-facts.md). */
export const Badges = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])

/** ID of a class's top folder (api.md § File / folder). No other resource has the ID 0. */
export const topFolderId = 0

export const smallestParam = (name: string): number => (name === 'file_id' ? topFolderId : 1)

/**
 * Parses an ID of a path. Returns undefined for `+7`, `7.0`, `07`, `1e3`, values beyond 2^53, and for 0 unless it is a
 * file ID.
 */
export function readParam(name: string, text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) && id >= smallestParam(name) ? id : undefined
}

/** Sort key of a list entry: an ID, a day, or an hour. */
type Key = number | string | undefined
type KeyOf<Entry> = (entry: Entry) => Key

/**
 * Creates a list within a response that is sorted by key while parsing, because the service guarantees no order (rule
 * 48).
 */
export function ordered<S extends z.ZodMiniType>(element: S, keyOf: KeyOf<z.output<S>>) {
  return z.pipe(
    z.array(element),
    z.transform(entries => inOrder(entries, keyOf)),
  )
}

/**
 * Returns the entries in order. Returns the same array if they are sorted already. Entries without a key come last, in
 * their original order.
 */
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
