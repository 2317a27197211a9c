import { z } from 'zod/mini'

// zod compiles object schemas with `new Function`, which the app's CSP forbids and reports (cases 17). zod/mini does
// not today; said all the same, and before any schema is made: a file of the contract that makes one imports this first.
z.config({ jitless: true })

/** Identifier: a positive integer in the service's own numbering. */
export const Id = z.int().check(z.positive())

/** A timestamp in either of the two formats of api.md; which one comes can differ by operation. Read with schoolTime. */
export const DateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/))

/** A calendar day of the school, `YYYY-MM-DD`. */
export const Day = z.iso
  .date()
  .check(z.refine(day => !day.startsWith('0000'), 'must be a day of the calendar'))

/** `HH:MM`, school time. */
export const ClockTime = z.string().check(z.regex(/^\d{1,2}:\d{2}/))

/** `#RRGGBB`; anything else a service sends counts as no colour (cases 14). */
export const Colour = z.pipe(
  z.optional(z.union([z.string(), z.null()])),
  z.transform(text => (text && /^#[0-9a-f]{6}$/i.test(text) ? text : null)),
)

/** A flag of a query string: `true`, `false`, `1` or `0`. */
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

/**
 * A field api.md promises and the app can do without: our service must send it, and an entry whose field is missing
 * or misshapen still shows, with `instead` in its place.
 */
export const lenient = <S extends z.ZodMiniType>(schema: S, instead: z.output<S>) => z.catch(schema, instead)

/** A list whose items api.md does not show: kept as they come. */
export const UnknownList = z.array(z.unknown())

/** Badges come as a map, or as an empty list when there are none (service-facts.md). */
export const Badges = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
