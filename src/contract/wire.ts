import { z } from 'zod/mini'
import { normalizeText } from '../lib/normalizeText.ts'
import { visibleCharacter } from '../lib/visibleText.ts'

// zod compiles schemas with `new Function`, which the CSP forbids (rule 17). Import this file first.
z.config({ jitless: true })

export const Id = z.int().check(z.positive())

/** Parse it with schoolTime. */
export const DateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/))

export const Day = z.iso
  .date()
  .check(z.refine(day => !day.startsWith('0000'), 'must be a day of the calendar'))

export const ClockTime = z.string().check(z.regex(/^\d{1,2}:\d{2}/))

/** `#RRGGBB`, otherwise null (rule 14). */
export const Colour = z.pipe(
  z.optional(z.union([z.string(), z.null()])),
  z.transform(text => (text && /^#[0-9a-f]{6}$/i.test(text) ? text : null)),
)

export const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })])

/** A name that a user chose, e.g. of a chat. In NFC, so that equal names are equal texts. */
export const Name = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.overwrite(text => normalizeText(text, 'NFC')),
    z.minLength(1),
    z.maxLength(maxLength),
    z.regex(visibleCharacter, 'must have a visible character'),
  )

export const QueryInteger = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^\d{1,16}$/, 'must be a whole number in digits')),
    z.transform(text => Number(text)),
  ),
])

/** Not guaranteed by api.md. Missing or invalid values become undefined. */
export function assumed<S extends z.ZodMiniType>(schema: S) {
  const field = z.catch(z.optional(schema), undefined)
  z.globalRegistry.add(field, { 'x-assumed': true })
  return field
}

/** Not needed by the app. Invalid values become `fallback`. */
export const lenient = <S extends z.ZodMiniType>(schema: S, fallback: z.output<S>) =>
  z.catch(schema, fallback)

export const UnknownList = z.array(z.unknown())

/** A map, or an empty list (service-facts.md). */
export const Badges = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])

/** api.md § File / folder. No other ID is 0. */
export const topFolderId = 0

export const minParam = (name: string): number => (name === 'file_id' ? topFolderId : 1)

/** Rejects `+7`, `7.0`, `07`, `1e3`, unsafe integers, and 0 unless it is a file ID. */
export function readParam(name: string, text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) && id >= minParam(name) ? id : undefined
}

/** Path parameters that are text, with their pattern. */
export const textParams = { calendar_file: /^[\w-]{43}\.ics$/ } as const
export type TextParam = keyof typeof textParams

export const isTextParam = (name: string): name is TextParam => name in textParams

type Key = number | string | undefined
type KeyOf<Entry> = (entry: Entry) => Key

/** Sorts while parsing (rule 48). */
export function ordered<S extends z.ZodMiniType>(element: S, keyOf: KeyOf<z.output<S>>) {
  return z.pipe(
    z.array(element),
    z.transform(entries => sortByKey(entries, keyOf)),
  )
}

/** Returns the same array if it is sorted. Entries without a key come last. */
export function sortByKey<Entry>(entries: Entry[], keyOf: KeyOf<Entry>): Entry[] {
  return isSorted(entries, keyOf)
    ? entries
    : entries.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
}

export const isSorted = <Entry>(entries: readonly Entry[], keyOf: KeyOf<Entry>): boolean =>
  entries.every((entry, at) => at === 0 || compare(keyOf(entries[at - 1] as Entry), keyOf(entry)) <= 0)

function compare(one: Key, other: Key): number {
  if (one === other) return 0
  if (one === undefined) return 1
  if (other === undefined) return -1
  return one < other ? -1 : 1
}

export const byId = ({ id }: { id: number }): number => id
