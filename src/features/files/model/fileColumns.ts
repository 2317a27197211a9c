import type { ClassFile } from '../../../contract/files.ts'
import type { Format } from '../../../i18n/formats.ts'
import type { T } from '../../../i18n/useT.ts'
import { parseInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import type { FileIndex } from './fileIndex.ts'

export type SortContext = { index: FileIndex; timeZone: string }
export type CellContext = SortContext & { now: number; format: Format; t: T<'files'> }

/** `title`: tooltip. */
export type Cell = { text: string; title?: string }

export type FileColumn = {
  /** Also the value of `sort` in the address. */
  name: string
  align?: 'right'
  getCell: (entry: ClassFile, context: CellContext) => Cell
  /** Returns a function that returns a number to sort by. */
  createSortValue: (context: SortContext) => (entry: ClassFile) => number
  /** Whether the sort value of an entry depends on other entries. */
  dependsOnOtherEntries?: true
}

/**
 * Columns next to the name, from left to right. A new column also needs its texts: `column` and `sort` in
 * `i18n/en/files.ts` and `i18n/de/files.ts`.
 */
export const fileColumns = [
  {
    name: 'size',
    align: 'right',
    getCell({ id, is_dir, document }, { index, t, format }) {
      if (is_dir) return { text: index.isComplete ? t('items', { count: index.getChildren(id).length }) : '' }
      return { text: document ? format.fileSize(document.size) : t('noContent') }
    },
    createSortValue({ index }) {
      return ({ id, is_dir, document }) => (is_dir ? index.getChildren(id).length : (document?.size ?? 0))
    },
    dependsOnOtherEntries: true,
  },
  {
    name: 'added',
    getCell: (entry, context) => formatAddedAt(getAddedAt(entry), context),
    createSortValue: ({ timeZone }) => createInstantReader(timeZone),
  },
] as const satisfies readonly FileColumn[]

export type SortColumn = 'name' | (typeof fileColumns)[number]['name']
export const sortColumns: readonly SortColumn[] = ['name', ...fileColumns.map(({ name }) => name)]

/** Time of the newest version of a file, or of the creation of a folder. */
const getAddedAt = ({ document, created_at }: ClassFile): string => document?.uploaded ?? created_at

const dayMs = 86_400_000

/**
 * Returns e.g. `Today 08:40`, `Mon 16 Nov` within six days, `2 Nov`, or `2 Nov 2025`, in school time. `now` in Unix
 * ms.
 */
export function formatAddedAt(
  time: string,
  { now, timeZone, format, t }: Omit<CellContext, 'index'>,
): Required<Cell> {
  const instant = parseInstant(time, timeZone)
  if (instant === undefined) return { text: '–', title: t('added.unknown') }
  const [day, today] = [toSchoolDay(instant, timeZone), toSchoolDay(now, timeZone)]
  const clockTime = format.time(instant)
  const title = t('added.exact', { day: format.fullDay(day), time: clockTime })
  if (day === today) return { text: t('added.today', { time: clockTime }), title }
  if (now > instant && now - instant < 6 * dayMs) return { text: format.day(day), title }
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return { text: isThisYear ? format.shortDay(day) : format.date(instant), title }
}

/** In Unix ms. Caches the UTC offset of each day, because reading it from a time zone is slow. */
function createInstantReader(timeZone: string): (entry: ClassFile) => number {
  const offsets = new Map<string, number | undefined>()
  return entry => {
    const text = getAddedAt(entry)
    const day = text.slice(0, 10)
    const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/.test(text)
    const localMs = hasOffset ? Number.NaN : Date.parse(`${text.replace(' ', 'T')}Z`)
    if (Number.isNaN(localMs)) return parseInstant(text, timeZone) ?? 0
    if (!offsets.has(day)) offsets.set(day, getConstantOffset(day, timeZone))
    const offset = offsets.get(day)
    return offset === undefined ? (parseInstant(text, timeZone) ?? 0) : localMs - offset
  }
}

/** In ms. Undefined if the offset changes on that day, or if the day is invalid. */
function getConstantOffset(day: string, timeZone: string): number | undefined {
  const first = parseInstant(`${day}T00:00:00`, timeZone)
  const last = parseInstant(`${day}T23:59:59`, timeZone)
  if (first === undefined || last === undefined || toSchoolDay(first, timeZone) !== day) return undefined
  const offset = Date.parse(`${day}T00:00:00Z`) - first
  return Date.parse(`${day}T23:59:59Z`) - last === offset ? offset : undefined
}
