import { z } from 'zod/mini'
import type { DraftKind } from '../drafts/Drafts.ts'
import { type Entries, Entry, type EntryLimits } from './entries.ts'

/** Copy of a setting on this device. */
const LocalSetting = z.object({
  entries: z.record(z.string(), Entry),
  /** Whether the service has stored these entries. */
  isSent: z.boolean(),
})
export type LocalSetting = z.output<typeof LocalSetting>

/** A setting that the devices of a user share. */
export type SettingKind<T = unknown> = EntryLimits & {
  /** A draft, because settings may contain names of pupils: drafts are encrypted and deleted at sign-out. */
  draft: DraftKind<LocalSetting>
  /** Name at the service. */
  getName(key: string): string
  /** Schema of a value. */
  value: z.ZodMiniType<T>
}

type SettingDefinition<T> = Pick<SettingKind<T>, 'value' | 'maxEntries'> & {
  /** Stored on devices, and never changes. */
  draftName: string
  /** Name at the service, followed by the key if there are several. Never changes. */
  name: string
  /** Parts with a lower rank are dropped first. By default, the older ones. */
  rank?: (part: { at: number; value: T }, now: number) => number
  /** Value of the draft before the devices shared it. */
  earlier?: z.ZodMiniType<Entries>
}

/** The key of a setting that exists once. */
export const onlyKey = 'all'

export function defineSetting<T>(definition: SettingDefinition<T>): SettingKind<T> {
  const { draftName, name, value, maxEntries, rank = ({ at }) => at, earlier } = definition
  const taken =
    earlier &&
    z.pipe(
      earlier,
      z.transform((entries: Entries) => ({ entries, isSent: false })),
    )
  return {
    draft: {
      name: draftName,
      value: taken ? z.union([LocalSetting, taken]) : LocalSetting,
      isEmpty: ({ entries }) => Object.keys(entries).length === 0,
      isPageState: true,
    },
    getName: key => (key === onlyKey ? name : `${name}.${key}`),
    value,
    maxEntries,
    rank(entry, now) {
      const parsed = value.safeParse(entry.value)
      return parsed.success ? rank({ at: entry.at, value: parsed.data }, now) : 0
    },
  }
}

/** Returns the valid values of the entries that are not deleted, by ID. */
export function readValues<T>(
  { value: schema }: Pick<SettingKind<T>, 'value'>,
  entries: Entries,
): ReadonlyMap<string, { at: number; value: T }> {
  const values = Object.entries(entries).flatMap(([id, { at, value }]) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? [[id, { at, value: parsed.data }] as const] : []
  })
  return new Map(values)
}
