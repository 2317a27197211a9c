import { z } from 'zod'

// zod compiles object schemas with `new Function`, which the app's CSP forbids and reports (cases 17). The setting is
// read when a schema is made, so every file of the contract that makes one imports this file first.
z.config({ jitless: true })

/** Identifier: a positive integer in the service's own numbering. */
export const Id = z.int().positive()

/** A timestamp in either of the two formats of api.md; which one comes can differ by operation. Read with schoolTime. */
export const DateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/)

/** A calendar day of the school, `YYYY-MM-DD`. */
export const Day = z.iso.date()

/** `HH:MM`, school time. */
export const ClockTime = z.string().regex(/^\d{1,2}:\d{2}/)

/** `#RRGGBB`; anything else a service sends counts as no colour (cases 14). */
export const Colour = z
  .union([z.string(), z.null()])
  .optional()
  .transform(text => (text && /^#[0-9a-f]{6}$/i.test(text) ? text : null))

/** A flag of a query string: `true`, `false`, `1` or `0`. */
export const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })])

/** A whole number of a query string. */
export const QueryInteger = z.coerce.number<number | string>().int()

/** A field no page of api.md promises: absent, null or of another type, the rest of the entry is still good. */
export const assumed = <S extends z.ZodType>(schema: S) =>
  schema.optional().catch(undefined).meta({ 'x-assumed': true })

/**
 * A field api.md promises and the app can do without: our service must send it, and an entry whose field is missing
 * or misshapen still shows, with `instead` in its place.
 */
export const lenient = <S extends z.ZodType>(schema: S, instead: z.output<S>) => schema.catch(instead)

/** A list whose items api.md does not show: kept as they come. */
export const UnknownList = z.array(z.unknown())

/** Badges come as a map, or as an empty list when there are none (service-facts.md). */
export const Badges = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
