import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, memo } from 'react'
import { type ChangedValue, type Hour, minutesOf, type PlannedLesson } from '../../contract/lessons.ts'
import type { T } from '../../i18n/useT.ts'
import { subjectColour } from '../../lib/subjectColour.ts'
import { getWeekday } from '../../lib/week.ts'
import { ReplacedValue, Tag, tagIcons } from '../../ui/Tag.tsx'
import { BriefMark, CellMarks } from './CellMarks.tsx'
import type { Changes } from './changes.ts'
import lessonStyles from './Lesson.module.css'
import type { LessonMark, LessonMarks } from './lessonMarks.ts'
import { formatBreak, formatChange, formatPart, formatPeriods, getChangeTag } from './lessonText.ts'
import { NoSchoolCell } from './NoSchoolCell.tsx'
import styles from './WeekGrid.module.css'
import { getMinutesLeft, getPhase, type Phase, type WeekColumn } from './weekModel.ts'
import type { CellSpan, WeekRow as Row } from './weekRows.ts'

type WeekRowProps = {
  row: Row
  columns: readonly WeekColumn[]
  /** -1 in another week. */
  todayIndex: number
  /** `HH:MM` from `getTimeOfRow`. */
  time: string
  /** Position of the current time, 0 to 1. */
  nowFraction: number | undefined
  /** CSS length from the top of today's cell. */
  todayLine: string | undefined
  spans: ReadonlyMap<number, CellSpan> | undefined
  nowTime: string | undefined
  changes: Changes | undefined
  marks: LessonMarks | undefined
  openKey: string | undefined
  focusKey: string | undefined
  /** Rows of a day without school. Undefined after its first row. */
  span: number | undefined
  t: T<'timetable'>
}

/** Only the row of the current time renders every minute. */
export const WeekRow = memo(function WeekRow(props: WeekRowProps) {
  const {
    row,
    columns,
    todayIndex,
    time,
    nowFraction,
    todayLine,
    spans,
    nowTime,
    changes,
    marks,
    openKey,
    focusKey,
    span,
    t,
  } = props
  const { hour, isBreak } = row
  const labelledColumn = columns.findIndex(
    (column, index) => !column.noSchool && row.cells[index]?.span !== 0,
  )
  return (
    <tr className={isBreak ? styles.break : undefined}>
      <th scope="row">
        {!isBreak && hour.position !== null && <b className={styles.unit}>{formatPeriods(hour)}</b>}
        {row.isStartKnown && (
          <time data-covered={nowFraction !== undefined && (isBreak || nowFraction < 0.45) ? '' : undefined}>
            {hour.start}
          </time>
        )}
        {!isBreak && row.isEndKnown && (
          <time
            data-covered={
              nowFraction !== undefined && nowFraction > 0.2 && nowFraction < 0.75 ? '' : undefined
            }
          >
            {hour.end}
          </time>
        )}
        {nowFraction !== undefined && (
          <b className={styles.nowTime} style={{ top: formatPercent(nowFraction) }}>
            {nowTime}
          </b>
        )}
      </th>
      {/* Keys by weekday, so that another week updates the existing cells. */}
      {columns.map((column, index) => {
        if (column.noSchool) {
          return (
            span && (
              <NoSchoolCell
                key={getWeekday(column.date)}
                column={column}
                span={span}
                changes={changes}
                mark={marks?.get(column.date)}
              />
            )
          )
        }
        const cell = row.cells[index]
        if (!cell || cell.span === 0) return null
        const isToday = index === todayIndex
        if (isBreak) {
          return (
            <td key={getWeekday(column.date)} className={isToday ? styles.today : undefined}>
              {todayLine !== undefined && isToday && (
                <i className={styles.nowLine} style={{ top: todayLine }} />
              )}
              {index === labelledColumn && (
                <span className={styles.breakName}>
                  {formatBreak(hour, minutesOf(hour.end) - minutesOf(hour.start), t)}
                </span>
              )}
            </td>
          )
        }
        const { lessons } = cell
        const cellSpan = spans?.get(index)
        const cellKey = `${column.date}/${row.key}`
        const removedName = changes?.removed.get(cellKey)
        const buttons = lessons.map((lesson, position) => {
          const phase = isToday ? getPhase(column.date, lesson.hour, { day: column.date, time }) : 'future'
          return (
            <LessonButton
              // biome-ignore lint/suspicious/noArrayIndexKey: the position stays the same when the week changes.
              key={position}
              lesson={lesson}
              hour={cellSpan ?? hour}
              phase={phase}
              minutesLeft={
                phase === 'current' ? getMinutesLeft(lesson.hour, { day: column.date, time }) : undefined
              }
              parallel={lessons.length}
              isChanged={changes?.keys.has(lesson.key) ?? false}
              mark={marks?.get(lesson.key)}
              isOpen={lesson.key === openKey}
              isFocusable={lesson.key === focusKey}
              t={t}
            />
          )
        })
        return (
          <td
            key={getWeekday(column.date)}
            className={isToday ? styles.today : undefined}
            rowSpan={cellSpan && cell.span}
            style={cellSpan && ({ '--cell': cellSpan.height } as CSSProperties)}
          >
            {todayLine !== undefined && isToday && (
              <i className={styles.nowLine} style={{ top: todayLine }} />
            )}
            {buttons.length > 1 ? (
              <div className={styles.shared}>
                <div
                  className={`${styles.parallel} ${buttons.length > 2 ? '' : styles.pair}`}
                  style={{ '--lessons': buttons.length } as CSSProperties}
                >
                  {buttons}
                </div>
              </div>
            ) : (
              buttons
            )}
            {removedName !== undefined && (
              <div className={styles.gone} data-change={cellKey} tabIndex={-1}>
                <span>
                  <del>{removedName}</del> <VisuallyHidden>{t('gone')}</VisuallyHidden>
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

export const formatPercent = (fraction: number) => `${(fraction * 100).toFixed(1)}%`

type LessonButtonProps = {
  lesson: PlannedLesson
  /** A lesson at another time shows its own. */
  hour: Pick<Hour, 'start' | 'end'>
  phase: Phase
  minutesLeft: number | undefined
  parallel: number
  isChanged: boolean
  mark: LessonMark | undefined
  isOpen: boolean
  isFocusable: boolean
  t: T<'timetable'>
}

/** No hooks, because a week has about fifty lessons. */
function LessonButton(props: LessonButtonProps) {
  const { lesson, hour, phase, minutesLeft, parallel, isChanged, mark, isOpen, isFocusable, t } = props
  const isCrowded = parallel > 1
  const isCancelled = lesson.change === 'cancelled'
  const tag = getChangeTag(lesson, t)
  const hasOtherTime = lesson.hour.start !== hour.start || lesson.hour.end !== hour.end
  const remainingText = minutesLeft === undefined ? undefined : t('nowLeft', { minutes: String(minutesLeft) })
  // Most values are as planned. Text avoids a hundred components.
  const renderValue = (value: ChangedValue) =>
    value.planned === undefined ? value.current : <ReplacedValue value={value} insteadOf={t('insteadOf')} />
  const shape = isCrowded ? `${lessonStyles.parallel} ${lessonStyles[parallel > 2 ? 'many' : 'pair']}` : ''
  const state = `${isCancelled ? lessonStyles.off : ''} ${phase === 'future' ? '' : lessonStyles[phase]}`
  return (
    <button
      type="button"
      className={`${lessonStyles.lesson} ${lessonStyles.cell} ${shape} ${state}`}
      style={{ '--subject': subjectColour(lesson.subject.id, lesson.subject.color) } as CSSProperties}
      data-lesson={lesson.key}
      data-kind={lesson.change}
      tabIndex={isFocusable ? 0 : -1}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-current={phase === 'current' ? 'time' : undefined}
    >
      <span className={lessonStyles.name}>
        <span className={lessonStyles.full}>{lesson.subject.name}</span>
        <span className={lessonStyles.short} aria-hidden>
          {lesson.subject.short || lesson.subject.name}
        </span>
      </span>{' '}
      {isCrowded && <LessonSummary lesson={lesson} isChanged={isChanged} mark={mark} t={t} />}
      <span className={lessonStyles.facts}>
        <span className={lessonStyles.room}>
          {renderValue(
            isCancelled
              ? { planned: lesson.room.planned ?? lesson.room.current, current: t('free') }
              : lesson.room,
          )}
        </span>{' '}
        <span
          className={lessonStyles.teacher}
          translate={lesson.teacher.planned === undefined ? 'no' : undefined}
        >
          {isCancelled ? (
            <del>{lesson.teacher.planned ?? lesson.teacher.current}</del>
          ) : (
            renderValue(lesson.teacher)
          )}
        </span>{' '}
        {(tag || remainingText || isChanged || hasOtherTime || lesson.parts || mark) && (
          <span className={lessonStyles.tags}>
            {hasOtherTime && (
              <time>
                {lesson.hour.start} – {lesson.hour.end}
              </time>
            )}{' '}
            {tag && <Tag {...tag} inCell />}{' '}
            {remainingText && <Tag kind="now" text={remainingText} brief={t('now')} inCell />}{' '}
            {isChanged && <Tag kind="changed" text={t('changed')} inCell />}
            <LessonParts lesson={lesson} t={t} /> {mark && <CellMarks mark={mark} isInCell t={t} />}
          </span>
        )}
      </span>
    </button>
  )
}

/** Phones show only icons and the numbers of the periods. */
function LessonParts({ lesson, t }: Pick<LessonButtonProps, 'lesson' | 't'>) {
  return lesson.parts?.map(part => {
    const Icon = tagIcons[part.kind]
    const text = formatPart(part, t)
    return (
      <span key={text} className={lessonStyles.part}>
        <Icon aria-hidden />
        <span>{text}</span>
        <span className={lessonStyles.partNumbers} aria-hidden>
          {part.first === part.last ? part.first : `${part.first}–${part.last}`}
        </span>
      </span>
    )
  })
}

type LessonSummaryProps = Pick<LessonButtonProps, 'lesson' | 'isChanged' | 'mark' | 't'>

/** The change, otherwise the room. Screen readers read all details instead. */
function LessonSummary({ lesson, isChanged, mark, t }: LessonSummaryProps) {
  const kind = lesson.change ?? lesson.parts?.[0]?.kind
  const Icon = kind && tagIcons[kind]
  return (
    <span className={lessonStyles.brief} data-changed={kind ? '' : undefined} aria-hidden>
      {Icon && <Icon />}
      <span>{kind ? formatChange(lesson, t) : lesson.room.current}</span>
      {isChanged && <i />}
      {mark && <BriefMark mark={mark} />}
    </span>
  )
}
