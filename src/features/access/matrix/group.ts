/** Rows or columns that stand together under one heading. */
export type Group<Kind extends string, Entry> = { kind: Kind; entries: readonly Entry[] }

export const entriesOf = <Entry>(groups: readonly Group<string, Entry>[]): Entry[] =>
  groups.flatMap(({ entries }) => entries)

export const countOf = (groups: readonly Group<string, unknown>[]): number =>
  groups.reduce((sum, { entries }) => sum + entries.length, 0)

/** The entries that fit; a group without any goes. */
export const keep = <Kind extends string, Entry>(
  groups: readonly Group<Kind, Entry>[],
  fits: (entry: Entry) => boolean,
): Group<Kind, Entry>[] =>
  groups
    .map(({ kind, entries }) => ({ kind, entries: entries.filter(fits) }))
    .filter(({ entries }) => entries.length > 0)

/** Where each group begins among all entries, and how many it has. */
export function spansOf<Kind extends string>(
  groups: readonly Group<Kind, unknown>[],
): { kind: Kind; at: number; count: number }[] {
  let at = 0
  return groups.map(({ kind, entries }) => {
    const span = { kind, at, count: entries.length }
    at += entries.length
    return span
  })
}
