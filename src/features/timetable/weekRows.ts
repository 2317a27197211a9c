import { compareHours, type Hour, type PlannedLesson, periodsOf } from '../../contract/lessons.ts'
import type { DaySlot, SchoolDay } from '../../contract/schoolDay.ts'

/** `span` counts rows, 0 if the cell above covers it. */
export type WeekCell = { lessons: PlannedLesson[]; span: number }

/**
 * Start or end are unknown for a period that is only taught in double periods. `hour` then has a hidden
 * estimate.
 */
export type WeekRow = {
  key: string
  hour: Hour
  isBreak: boolean
  isStartKnown: boolean
  isEndKnown: boolean
  cells: WeekCell[]
}

type Row = Omit<WeekRow, 'cells'>

export function createRows(slots: readonly DaySlot[], days: readonly Pick<SchoolDay, 'slots'>[]): WeekRow[] {
  const rows = createEmptyRows(slots)
  const columns = days.map(day => createCells(day.slots, rows))
  return rows.map((row, index) => ({ ...row, cells: columns.flatMap(column => column[index] ?? []) }))
}

/** Breaks inside other rows have no row. */
function createEmptyRows(slots: readonly DaySlot[]): Row[] {
  const breaks = createRowsByKey(slots.filter(slot => slot.isBreak))
  const unnumbered = slots.filter(slot => !slot.isBreak && slot.hour.position === null)
  const numbered = slots.filter(slot => !slot.isBreak && slot.hour.position !== null)
  const rows = [...createPeriodRows(numbered, breaks), ...createRowsByKey(unnumbered), ...breaks]
  const sorted = rows.toSorted((a, b) => compareHours(a.hour, b.hour))
  const visible: Row[] = []
  for (const row of sorted) {
    if (!row.isBreak || row.hour.start >= (visible.at(-1)?.hour.end ?? '')) visible.push(row)
  }
  return visible
}

const timesKnown = { isStartKnown: true, isEndKnown: true }

/** At the most common time of the slots. */
const createRowsByKey = (slots: readonly DaySlot[]): Row[] =>
  [...Map.groupBy(slots, slot => slot.key)].flatMap(([key, same]) => {
    const hour = findMostCommon(
      same.map(slot => slot.hour),
      ({ start, end }) => `${start}-${end}`,
    )
    return hour ? [{ key, hour, isBreak: same.every(slot => slot.isBreak), ...timesKnown }] : []
  })

/**
 * Two periods share a row if they are only taught together, because no slot then states when the first ends.
 */
function createPeriodRows(slots: readonly DaySlot[], breaks: readonly Row[]): Row[] {
  const spans = slots.flatMap(({ hour }) => {
    const periods = periodsOf(hour)
    return periods ? [{ hour, ...periods }] : []
  })
  const starts = Map.groupBy(spans, span => span.first)
  const ends = Map.groupBy(spans, span => span.last)
  const periods = [...new Set(spans.flatMap(({ first, count }) => listPeriods(first, count)))].toSorted(
    (a, b) => a - b,
  )
  const firsts = periods.filter(
    (period, index) => periods[index - 1] !== period - 1 || starts.has(period) || ends.has(period - 1),
  )
  const rows: Row[] = []
  for (const [index, first] of firsts.entries()) {
    const next = firsts[index + 1]
    const last = periods.findLast(period => next === undefined || period < next) ?? first
    const single = findMostCommon(
      spans.filter(span => span.first === first && span.last === last).map(span => span.hour),
      ({ start, end }) => `${start}-${end}`,
    )
    const getStart = (period: number) =>
      findMostCommon(starts.get(period)?.map(({ hour }) => hour.start) ?? [])
    const knownStart = single?.start ?? getStart(first)
    const knownEnd = single?.end ?? findMostCommon(ends.get(last)?.map(({ hour }) => hour.end) ?? [])
    const start = knownStart ?? rows.at(-1)?.hour.end ?? ''
    const breakStart = breaks.find(({ hour }) => hour.start > start)?.hour.start
    const nextStart = next === undefined ? undefined : getStart(next)
    const end = knownEnd ?? [nextStart, breakStart].flatMap(time => time ?? []).toSorted()[0] ?? start
    const hour = { id: single?.id ?? null, text: single?.text ?? '', start, end }
    rows.push({
      key: `hour ${first}`,
      hour: { ...hour, position: first, lastPosition: last },
      isBreak: false,
      isStartKnown: knownStart !== undefined,
      isEndKnown: knownEnd !== undefined,
    })
  }
  return rows
}

const listPeriods = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index)

/** The first of several. */
function findMostCommon<T>(
  values: readonly T[],
  keyOf: (value: T) => unknown = value => value,
): T | undefined {
  const groups = [...Map.groupBy(values, keyOf).values()]
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0]
}

/** Slots of different length may overlap. Each row has the lessons that take place in it. */
function createCells(slots: readonly DaySlot[], rows: readonly Row[]): WeekCell[] {
  const slotsWithRows = slots
    .filter(slot => !slot.isBreak && slot.lessons.length > 0)
    .map(({ key, hour, lessons }) => {
      const covered = rows.flatMap((row, index) => (coversRow(hour, key, row) ? [index] : []))
      return { lessons, first: covered[0] ?? -1, last: covered.at(-1) ?? -1 }
    })
  const cells: WeekCell[] = []
  for (const index of rows.keys()) {
    const slotsInRow = slotsWithRows.filter(({ first, last }) => first <= index && index <= last)
    const [slot] = slotsInRow
    const isAlone = slotsWithRows.every(
      ({ first, last }) =>
        !slot || last < slot.first || first > slot.last || (first === slot.first && last === slot.last),
    )
    const span = !slot || !isAlone ? 1 : index === slot.first ? slot.last - slot.first + 1 : 0
    const isBreak = rows[index]?.isBreak && span > 0
    cells.push({ lessons: span === 0 || isBreak ? [] : slotsInRow.flatMap(({ lessons }) => lessons), span })
  }
  return cells
}

function coversRow(hour: Hour, key: string, row: Row): boolean {
  const [slotPeriods, rows] = [periodsOf(hour), periodsOf(row.hour)]
  return slotPeriods && rows && !row.isBreak
    ? slotPeriods.first <= rows.last && rows.first <= slotPeriods.last
    : key === row.key
}

/** Without breaks, cells that span one are a row shorter. */
export function getVisibleRows(rows: readonly WeekRow[], showBreaks: boolean): WeekRow[] {
  const isVisible = (row: WeekRow) => showBreaks || !row.isBreak
  return rows.flatMap((row, index) => {
    const cells = row.cells.map(cell =>
      cell.span < 2 ? cell : { ...cell, span: rows.slice(index, index + cell.span).filter(isVisible).length },
    )
    return isVisible(row) ? [{ ...row, cells }] : []
  })
}

/** `height` is a CSS length. */
export type CellSpan = { height: string; start: string; end: string }

export function getCellSpans(
  rows: readonly WeekRow[],
  index: number,
): ReadonlyMap<number, CellSpan> | undefined {
  const spans = (rows[index]?.cells ?? []).flatMap(({ span }, column): [number, CellSpan][] => {
    const covered = rows.slice(index, index + span)
    const [first] = covered
    const last = covered.at(-1)
    return span > 1 && first && last
      ? [[column, { height: getHeight(covered), start: first.hour.start, end: last.hour.end }]]
      : []
  })
  return spans.length > 0 ? new Map(spans) : undefined
}

export function getHeight(rows: readonly WeekRow[], fractionOfLast = 1): string {
  const lengths = rows.map(
    (row, index) =>
      `${index === rows.length - 1 ? fractionOfLast : 1} * var(${row.isBreak ? '--pause' : '--slot'})`,
  )
  return `calc(${lengths.join(' + ')})`
}
