import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { Hour } from '../../contract/lessons.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { plusDays } from '../../lib/week.ts'
import day from './DayTimeline.module.css'
import styles from './TimetableSkeleton.module.css'
import grid from './WeekGrid.module.css'

type WeekSkeletonProps = { monday: string; today: string; hours: readonly Hour[] }

const unknownHours = 8

/** The week's grid before its lessons: days stand, and the hours where they are known. */
export function WeekSkeleton({ monday, today, hours }: WeekSkeletonProps) {
  const t = useT('timetable')
  const format = useFormat()
  const days = Array.from({ length: 5 }, (_, index) => plusDays(monday, index))
  const rows = hours.length > 0 ? hours : Array.from({ length: unknownHours }, () => undefined)
  return (
    <>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <table className={grid.grid} aria-hidden style={{ '--hours': rows.length } as CSSProperties}>
        <thead>
          <tr>
            <th />
            {days.map(date => (
              <th key={date} className={date === today ? grid.today : undefined}>
                {format.weekday(date)} <b>{format.dayNumber(date)}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((hour, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand still.
            <tr key={row}>
              <th>
                {hour && (
                  <>
                    <span className={grid.unit}>{hour.position}</span>
                    <time>{hour.start}</time>
                    <time>{hour.end}</time>
                  </>
                )}
              </th>
              {days.map((date, column) => (
                <td key={date} className={date === today ? grid.today : undefined}>
                  {(row + column) % 7 !== 6 && <Lines />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The day view before its lessons. */
export function DaySkeleton({ date }: { date: string }) {
  const t = useT('timetable')
  const format = useFormat()
  return (
    <div className={day.timeline}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <h2 className={day.heading}>
        <b>{format.weekday(date, 'long')}</b> <span>{format.dayAndMonth(date)}</span>
      </h2>
      <ol aria-hidden>
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand still.
          <li key={index} className={day.entry}>
            <span />
            <div className={day.lesson}>
              <Lines />
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Lines() {
  return (
    <span className={styles.lines}>
      <Skeleton width="60%" />
      <Skeleton width="40%" height="0.625rem" />
    </span>
  )
}
