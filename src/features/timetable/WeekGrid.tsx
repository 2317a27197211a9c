import { Box, VisuallyHidden } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import type { PlannedLesson } from '../../contract/lessons.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { useListNavigation } from '../../ui/list/useListNavigation.ts'
import type { Changes } from './changes.ts'
import { remarkText } from './lessonText.ts'
import styles from './WeekGrid.module.css'
import { NoSchoolCell, percent, WeekRow } from './WeekRow.tsx'
import { type NowLine, nowLine, type Present, type WeekModel } from './weekModel.ts'
import { heightOf, type WeekRow as Row, spansOf, visibleRows } from './weekRows.ts'

type WeekGridProps = {
  model: WeekModel
  present: Present
  showBreaks: boolean
  changes: Changes | undefined
  openKey: string | undefined
  onOpen: (key: string) => void
}

/** The week as a table. Clicks, keys and focus of all cells are handled by one listener each. */
export function WeekGrid({ model, present, showBreaks, changes, openKey, onOpen }: WeekGridProps) {
  const t = useT('timetable')
  const format = useFormat()
  const { columns } = model
  const rows = useMemo(() => visibleRows(model.rows, showBreaks), [model, showBreaks])
  const places = useMemo(() => placesOf(rows), [rows])
  const spans = useMemo(() => rows.map((_, index) => spansOf(rows, index)), [rows])
  const today = columns.findIndex(column => column.date === present.day)
  const line = today >= 0 && !columns[today]?.noSchool ? nowLine(rows, present.time) : undefined
  const todayLine = line && lineInCell(rows, today, line)
  const tableRef = useRef<HTMLTableElement>(null)
  const navigation = useListNavigation({
    containerRef: tableRef,
    attribute: 'data-lesson',
    rows: places,
    getKey: ({ key }) => key,
    currentKey: firstStop(rows, today, present.time),
  })
  const focusKey = navigation.activeRow?.key
  const remarked = columns.some(column => column.remarks.length > 0)
  const span = rows.length + (remarked ? 1 : 0)
  const pauses = rows.filter(row => row.isBreak).length

  const open = (event: MouseEvent) => {
    const lesson = navigation.getRowAt(event.target)
    if (lesson) onOpen(lesson.key)
  }
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const from = navigation.getRowAt(event.target)
    if (!from || event.shiftKey || event.altKey || event.metaKey) return
    const to = gridMove(places, from, event.key, event.ctrlKey)
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    navigation.focusIndex(places.indexOf(to))
  }

  return (
    <>
      <table
        ref={tableRef}
        className={styles.grid}
        aria-label={t('caption')}
        style={{ '--hours': rows.length - pauses, '--pauses': pauses } as CSSProperties}
        onClick={open}
        onKeyDown={move}
        onFocus={navigation.handleFocus}
      >
        <thead>
          <tr>
            <th>
              <VisuallyHidden>{t('hour')}</VisuallyHidden>
            </th>
            {columns.map((column, index) => (
              <th
                key={column.date}
                scope="col"
                className={index === today ? styles.today : undefined}
                aria-current={index === today ? 'date' : undefined}
                data-change={column.date}
                tabIndex={changes?.keys.has(column.date) ? -1 : undefined}
              >
                {format.weekday(column.date)} <b>{format.dayNumber(column.date)}</b>
                {index === today && <VisuallyHidden>{t('isToday')}</VisuallyHidden>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(remarked || span === 0) && (
            <tr className={remarked ? styles.remarks : undefined}>
              <th scope="row">{remarked && <VisuallyHidden>{t('remark.label')}</VisuallyHidden>}</th>
              {columns.map((column, index) =>
                column.noSchool ? (
                  <NoSchoolCell
                    key={column.date}
                    column={column}
                    span={Math.max(span, 1)}
                    changes={changes}
                  />
                ) : (
                  <td key={column.date} className={index === today ? styles.today : undefined}>
                    {column.remarks.map(remark => (
                      <p key={JSON.stringify(remark)} className={styles.remark}>
                        <IconInfoCircle aria-hidden />
                        {remarkText(remark, t)}
                      </p>
                    ))}
                  </td>
                ),
              )}
            </tr>
          )}
          {rows.map((row, index) => (
            <WeekRow
              key={row.key}
              row={row}
              columns={columns}
              today={today}
              time={timeFor(row, today, present.time)}
              line={line?.row === row.key ? line.fraction : undefined}
              nowTime={line?.row === row.key ? present.time : undefined}
              todayLine={todayLine?.row === row.key ? todayLine.top : undefined}
              spans={spans[index]}
              changes={changes}
              openKey={inRow(row, openKey)}
              focusKey={inRow(row, focusKey)}
              span={index === 0 && !remarked ? span : undefined}
              t={t}
            />
          ))}
        </tbody>
      </table>
      {remarked && (
        <Box component="ul" hiddenFrom="sm" p="lg" aria-label={t('remark.label')}>
          {columns.flatMap(column =>
            column.remarks.map(remark => (
              <li key={column.date + JSON.stringify(remark)} className={styles.remark}>
                <IconInfoCircle aria-hidden />
                <span>
                  <b>{format.weekdayAndNumber(column.date)}</b> {remarkText(remark, t)}
                </span>
              </li>
            )),
          )}
        </Box>
      )}
    </>
  )
}

const lessonsIn = (row: Row): PlannedLesson[] => row.cells.flatMap(cell => cell.lessons)

const inRow = (row: Row, key: string | undefined) =>
  key !== undefined && lessonsIn(row).some(lesson => lesson.key === key) ? key : undefined

const placesOf = (rows: readonly Row[]): GridPlace[] =>
  rows.flatMap(({ cells }, row) =>
    cells.flatMap(({ lessons, span }, column) =>
      lessons.map(({ key }, index) => ({ key, row, lastRow: row + span - 1, column, index })),
    ),
  )

/**
 * Returns the key of the lesson that Tab focuses first: today's current or next lesson, otherwise the first of the
 * week.
 */
function firstStop(rows: readonly Row[], today: number, time: string): string | undefined {
  const todays = rows.flatMap(row => row.cells[today]?.lessons ?? [])
  const stop = todays.find(lesson => lesson.hour.end > time) ?? rows.flatMap(lessonsIn)[0]
  return stop?.key
}

/**
 * Returns the time that a row needs. It is constant before and after the row, so that the memoised row does not render
 * every minute.
 */
function timeFor(row: Row, today: number, time: string): string {
  const hours = [row.hour, ...(row.cells[today]?.lessons ?? []).map(lesson => lesson.hour)]
  if (hours.every(hour => hour.end <= time)) return '24:00'
  if (hours.every(hour => hour.start > time)) return '00:00'
  return time
}

/** Returns the row whose cell contains the line of the current time, and how far from its top the line is. */
function lineInCell(rows: readonly Row[], today: number, line: NowLine): { row: string; top: string } {
  const index = rows.findIndex(row => row.key === line.row)
  const first = rows.findLastIndex((row, at) => at <= index && row.cells[today]?.span !== 0)
  const row = rows[first]
  return !row || first === index
    ? { row: line.row, top: percent(line.fraction) }
    : { row: row.key, top: heightOf(rows.slice(first, index + 1), line.fraction) }
}

/** The position of a lesson: its first and last row, its column, and its index among parallel lessons. */
type GridPlace = { key: string; row: number; lastRow: number; column: number; index: number }

/**
 * Returns the lesson that a key moves to. Arrows skip empty cells and stop at the edge. Home and End stay in the row,
 * or move to the corners with Ctrl. Undefined for any other key.
 */
export function gridMove(
  places: readonly GridPlace[],
  from: GridPlace,
  key: string,
  ctrl: boolean,
): GridPlace | undefined {
  const inRow = places
    .filter(place => place.row <= from.row && from.row <= place.lastRow)
    .toSorted((a, b) => a.column - b.column || a.index - b.index)
  const inColumn = places.filter(place => place.column === from.column)
  const at = inRow.findIndex(place => place.column === from.column && place.index === from.index)
  switch (key) {
    case 'ArrowRight':
      return inRow[at + 1] ?? from
    case 'ArrowLeft':
      return inRow[at - 1] ?? from
    case 'ArrowDown':
      return nearest(
        inColumn.filter(place => place.row > from.lastRow),
        from,
      )
    case 'ArrowUp':
      return nearest(
        inColumn.filter(place => place.lastRow < from.row),
        from,
      )
    case 'Home':
      return (ctrl ? places : inRow)[0] ?? from
    case 'End':
      return (ctrl ? places : inRow).at(-1) ?? from
    default:
      return undefined
  }
}

/** Returns a lesson in the closest row. Of parallel lessons, the last one whose index is at most that of `from`. */
function nearest(candidates: readonly GridPlace[], from: GridPlace): GridPlace {
  const distance = (place: GridPlace) => Math.abs(place.row - from.row)
  const closest = Math.min(...candidates.map(distance))
  return candidates.findLast(place => distance(place) === closest && place.index <= from.index) ?? from
}
