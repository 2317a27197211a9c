import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, memo } from 'react'
import { minutesOf } from '../../contract/lessons.ts'
import { type T, useT } from '../../i18n/useT.ts'
import { weekday } from '../../lib/week.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { Changes } from './changes.ts'
import { LessonButton } from './LessonButton.tsx'
import { breakText } from './lessonWords.ts'
import styles from './WeekGrid.module.css'
import { minutesLeft, phaseOf, type WeekRow as Row, type WeekColumn } from './weekModel.ts'

type WeekRowProps = {
  row: Row
  columns: readonly WeekColumn[]
  /** Column of today, -1 in another week. */
  today: number
  /** The time as far as it matters to this row: the same for every minute before and after it. */
  time: string
  /** How far down this row the line across today stands, 0 to 1. */
  line: number | undefined
  nowTime: string | undefined
  changes: Changes | undefined
  /** Keys of the open lesson and of the one Tab reaches, if they are in this row. */
  openKey: string | undefined
  focusKey: string | undefined
  /** Rows a day without school covers; only in the row it begins. */
  span: number | undefined
  t: T<'timetable'>
}

/** One hour over the days. Memoised: of the whole grid a minute redraws only the row it is in. */
export const WeekRow = memo(function WeekRow(props: WeekRowProps) {
  const { row, columns, today, time, line, nowTime, changes, openKey, focusKey, span, t } = props
  const { hour, isBreak } = row
  const labelled = columns.findIndex(column => !column.noSchool)
  return (
    <tr className={isBreak ? styles.break : undefined}>
      <th scope="row">
        {!isBreak && hour.position !== null && <span className={styles.unit}>{hour.position}</span>}
        <time data-covered={line !== undefined && (isBreak || line < 0.45) ? '' : undefined}>
          {hour.start}
        </time>
        {!isBreak && (
          <time data-covered={line !== undefined && line > 0.2 && line < 0.75 ? '' : undefined}>
            {hour.end}
          </time>
        )}
        {line !== undefined && (
          <span className={styles.nowTime} style={{ top: percent(line) }}>
            {nowTime}
          </span>
        )}
      </th>
      {/* Keyed by place: another week changes the texts of its cells and makes no new ones. */}
      {columns.map((column, index) => {
        if (column.noSchool) {
          return (
            span && <NoSchoolCell key={weekday(column.date)} column={column} span={span} changes={changes} />
          )
        }
        const isToday = index === today
        if (isBreak) {
          return (
            <td key={weekday(column.date)} className={isToday ? styles.today : undefined}>
              {line !== undefined && isToday && (
                <i className={styles.nowLine} style={{ top: percent(line) }} />
              )}
              {index === labelled && breakText(hour, minutesOf(hour.end) - minutesOf(hour.start), t)}
            </td>
          )
        }
        const lessons = row.cells[index]?.lessons ?? []
        const place = `${column.date}/${row.key}`
        const gone = changes?.gone.get(place)
        const buttons = lessons.map((lesson, position) => {
          const phase = isToday ? phaseOf(column.date, lesson.hour, { day: column.date, time }) : 'future'
          return (
            <LessonButton
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays when the week changes.
              key={position}
              lesson={lesson}
              hour={hour}
              phase={phase}
              minutesLeft={
                phase === 'current' ? minutesLeft(lesson.hour, { day: column.date, time }) : undefined
              }
              parallel={lessons.length}
              changed={changes?.keys.has(lesson.key) ?? false}
              open={lesson.key === openKey}
              focusable={lesson.key === focusKey}
              t={t}
            />
          )
        })
        return (
          <td key={weekday(column.date)} className={isToday ? styles.today : undefined}>
            {line !== undefined && isToday && <i className={styles.nowLine} style={{ top: percent(line) }} />}
            {buttons.length > 1 ? (
              <div
                className={`${styles.parallel} ${buttons.length > 2 ? styles.many : ''}`}
                style={{ '--lessons': buttons.length } as CSSProperties}
              >
                {buttons}
              </div>
            ) : (
              buttons
            )}
            {gone !== undefined && (
              <div className={styles.gone} data-change={place} tabIndex={-1}>
                <span>
                  <del>{gone}</del> <VisuallyHidden>{t('gone')}</VisuallyHidden>
                </span>
                <Tag kind="changed" text={t('changed')} inCell />
              </div>
            )}
          </td>
        )
      })}
    </tr>
  )
})

const percent = (fraction: number) => `${(fraction * 100).toFixed(1)}%`

type NoSchoolCellProps = { column: WeekColumn; span: number; changes: Changes | undefined }

/** A day without school: one cell over all hours, with the reason where the service gives one. */
export function NoSchoolCell({ column, span, changes }: NoSchoolCellProps) {
  const t = useT('timetable')
  return (
    <td className={styles.noSchool} rowSpan={span}>
      <div>
        <p className={styles.title}>{t('noSchool')}</p>
        {column.reason && <p className={styles.reason}>{column.reason}</p>}
        {changes?.keys.has(column.date) && <Tag kind="changed" text={t('changed')} inCell />}
      </div>
    </td>
  )
}
