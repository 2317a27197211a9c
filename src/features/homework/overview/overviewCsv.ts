import { type CsvCell, csv, csvStyleOf } from '../../../lib/csv.ts'
import { plainDateTime } from '../../../lib/schoolTime.ts'
import type { OverviewModel } from './overviewModel.ts'

/** The words of the first line, in the order of the columns. */
export type CsvHeads = readonly [
  name: string,
  seen: string,
  handedIn: string,
  minutesAfterDue: string,
  corrected: string,
  points: string,
  maximum: string,
  correction: string,
]

/**
 * Every pupil as a line of a spreadsheet. Times as `YYYY-MM-DD HH:MM` of the school, which every spreadsheet reads as a
 * time; separator and decimal sign by `language`.
 */
export function overviewCsv(
  { rows, maximum }: Pick<OverviewModel, 'rows' | 'maximum'>,
  heads: CsvHeads,
  { timeZone, language }: { timeZone: string; language: string },
): string {
  const time = (instant: number | undefined) =>
    instant === undefined ? null : plainDateTime(instant, timeZone).slice(0, 16)
  const cells = rows.map((row): CsvCell[] => [
    row.name,
    time(row.seenAt),
    time(row.handedInAt),
    row.minutesAfterDue ?? null,
    time(row.correctedAt),
    row.points ?? null,
    row.points === undefined ? null : (maximum ?? null),
    row.correction || null,
  ])
  return csv([[...heads], ...cells], csvStyleOf(language))
}
