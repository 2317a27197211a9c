import { Box, VisuallyHidden } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import type { PlannedLesson } from '../../contract/lessons.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { useListNavigation } from '../../ui/list/useListNavigation.ts'
import type { Changes } from './changes.ts'
import type { LessonMarks } from './lessonMarks.ts'
import { formatRemark } from './lessonText.ts'
import { NoSchoolCell } from './NoSchoolCell.tsx'
import styles from './WeekGrid.module.css'
import { formatPercent, WeekRow } from './WeekRow.tsx'
import { getNowLine, type NowLine, type WeekModel } from './weekModel.ts'
import { getCellSpans, getHeight, getVisibleRows, type WeekRow as Row } from './weekRows.ts'

type WeekGridProps = {
  model: WeekModel
  schoolNow: SchoolNow
  showBreaks: boolean
  changes: Changes | undefined
  marks: LessonMarks | undefined
  openKey: string | undefined
  onOpen: (key: string) => void
}

/** One listener handles the events of all cells. */
export function WeekGrid({ model, schoolNow, showBreaks, changes, marks, openKey, onOpen }: WeekGridProps) {
  const t = useT('timetable')
  const format = useFormat()
  const { columns } = model
  const rows = useMemo(() => getVisibleRows(model.rows, showBreaks), [model, showBreaks])
  const positions = useMemo(() => listPositions(rows), [rows])
  const spans = useMemo(() => rows.map((_, index) => getCellSpans(rows, index)), [rows])
  const todayIndex = columns.findIndex(column => column.date === schoolNow.day)
  const nowLine =
    todayIndex >= 0 && !columns[todayIndex]?.noSchool ? getNowLine(rows, schoolNow.time) : undefined
  const todayLine = nowLine && findCellWithLine(rows, todayIndex, nowLine)
  const tableRef = useRef<HTMLTableElement>(null)
  const navigation = useListNavigation({
    containerRef: tableRef,
    attribute: 'data-lesson',
    rows: positions,
    getKey: ({ key }) => key,
    currentKey: findFirstStop(rows, todayIndex, schoolNow.time),
  })
  const focusKey = navigation.activeRow?.key
  const hasRemarks = columns.some(column => column.remarks.length > 0)
  const span = rows.length + (hasRemarks ? 1 : 0)
  const breakCount = rows.filter(row => row.isBreak).length

  const handleClick = (event: MouseEvent) => {
    const lesson = navigation.getRowAt(event.target)
    if (lesson) onOpen(lesson.key)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const from = navigation.getRowAt(event.target)
    if (!from || event.shiftKey || event.altKey || event.metaKey) return
    const to = getNextPosition(positions, from, event.key, event.ctrlKey)
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    navigation.focusIndex(positions.indexOf(to))
  }

  return (
    <>
      <table
        ref={tableRef}
        className={styles.grid}
        aria-label={t('caption')}
        style={{ '--hours': rows.length - breakCount, '--pauses': breakCount } as CSSProperties}
        onClick={handleClick}
        onKeyDown={handleKeyDown}
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
                className={index === todayIndex ? styles.today : undefined}
                aria-current={index === todayIndex ? 'date' : undefined}
                data-change={column.date}
                tabIndex={changes?.keys.has(column.date) ? -1 : undefined}
              >
                {format.weekday(column.date)} <b>{format.dayNumber(column.date)}</b>
                {index === todayIndex && <VisuallyHidden>{t('isToday')}</VisuallyHidden>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(hasRemarks || span === 0) && (
            <tr className={hasRemarks ? styles.remarks : undefined}>
              <th scope="row">{hasRemarks && <VisuallyHidden>{t('remark.label')}</VisuallyHidden>}</th>
              {columns.map((column, index) =>
                column.noSchool ? (
                  <NoSchoolCell
                    key={column.date}
                    column={column}
                    span={Math.max(span, 1)}
                    changes={changes}
                    mark={marks?.get(column.date)}
                  />
                ) : (
                  <td key={column.date} className={index === todayIndex ? styles.today : undefined}>
                    {column.remarks.map(remark => (
                      <p key={JSON.stringify(remark)} className={styles.remark}>
                        <IconInfoCircle aria-hidden />
                        {formatRemark(remark, t)}
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
              todayIndex={todayIndex}
              time={getTimeOfRow(row, todayIndex, schoolNow.time)}
              nowFraction={nowLine?.row === row.key ? nowLine.fraction : undefined}
              nowTime={nowLine?.row === row.key ? schoolNow.time : undefined}
              todayLine={todayLine?.row === row.key ? todayLine.top : undefined}
              spans={spans[index]}
              changes={changes}
              marks={marks}
              openKey={inRow(row, openKey)}
              focusKey={inRow(row, focusKey)}
              span={index === 0 && !hasRemarks ? span : undefined}
              t={t}
            />
          ))}
        </tbody>
      </table>
      {hasRemarks && (
        <Box component="ul" hiddenFrom="sm" p="lg" aria-label={t('remark.label')}>
          {columns.flatMap(column =>
            column.remarks.map(remark => (
              <li key={column.date + JSON.stringify(remark)} className={styles.remark}>
                <IconInfoCircle aria-hidden />
                <span>
                  <b>{format.weekdayAndNumber(column.date)}</b> {formatRemark(remark, t)}
                </span>
              </li>
            )),
          )}
        </Box>
      )}
    </>
  )
}

const getLessons = (row: Row): PlannedLesson[] => row.cells.flatMap(cell => cell.lessons)

const inRow = (row: Row, key: string | undefined) =>
  key !== undefined && getLessons(row).some(lesson => lesson.key === key) ? key : undefined

const listPositions = (rows: readonly Row[]): GridPosition[] =>
  rows.flatMap(({ cells }, row) =>
    cells.flatMap(({ lessons, span }, column) =>
      lessons.map(({ key }, index) => ({ key, row, lastRow: row + span - 1, column, index })),
    ),
  )

/** Today's current or next lesson, otherwise the first of the week. */
function findFirstStop(rows: readonly Row[], todayIndex: number, time: string): string | undefined {
  const todaysLessons = rows.flatMap(row => row.cells[todayIndex]?.lessons ?? [])
  const stop = todaysLessons.find(lesson => lesson.hour.end > time) ?? rows.flatMap(getLessons)[0]
  return stop?.key
}

/** Constant outside the row, so that the memoised row does not render every minute. */
function getTimeOfRow(row: Row, todayIndex: number, time: string): string {
  const hours = [row.hour, ...(row.cells[todayIndex]?.lessons ?? []).map(lesson => lesson.hour)]
  if (hours.every(hour => hour.end <= time)) return '24:00'
  if (hours.every(hour => hour.start > time)) return '00:00'
  return time
}

/** `top` is a CSS length from the top of the cell. */
function findCellWithLine(
  rows: readonly Row[],
  todayIndex: number,
  nowLine: NowLine,
): { row: string; top: string } {
  const index = rows.findIndex(row => row.key === nowLine.row)
  const first = rows.findLastIndex((row, at) => at <= index && row.cells[todayIndex]?.span !== 0)
  const row = rows[first]
  return !row || first === index
    ? { row: nowLine.row, top: formatPercent(nowLine.fraction) }
    : { row: row.key, top: getHeight(rows.slice(first, index + 1), nowLine.fraction) }
}

type GridPosition = { key: string; row: number; lastRow: number; column: number; index: number }

/** Arrows skip empty cells and stop at the edge. Undefined for keys that do not move. */
export function getNextPosition(
  positions: readonly GridPosition[],
  from: GridPosition,
  key: string,
  ctrl: boolean,
): GridPosition | undefined {
  const inRow = positions
    .filter(position => position.row <= from.row && from.row <= position.lastRow)
    .toSorted((a, b) => a.column - b.column || a.index - b.index)
  const inColumn = positions.filter(position => position.column === from.column)
  const at = inRow.findIndex(position => position.column === from.column && position.index === from.index)
  switch (key) {
    case 'ArrowRight':
      return inRow[at + 1] ?? from
    case 'ArrowLeft':
      return inRow[at - 1] ?? from
    case 'ArrowDown':
      return findNearest(
        inColumn.filter(position => position.row > from.lastRow),
        from,
      )
    case 'ArrowUp':
      return findNearest(
        inColumn.filter(position => position.lastRow < from.row),
        from,
      )
    case 'Home':
      return (ctrl ? positions : inRow)[0] ?? from
    case 'End':
      return (ctrl ? positions : inRow).at(-1) ?? from
    default:
      return undefined
  }
}

/** In the closest row. Prefers the same index among parallel lessons. */
function findNearest(candidates: readonly GridPosition[], from: GridPosition): GridPosition {
  const distance = (position: GridPosition) => Math.abs(position.row - from.row)
  const closest = Math.min(...candidates.map(distance))
  return (
    candidates.findLast(position => distance(position) === closest && position.index <= from.index) ?? from
  )
}
