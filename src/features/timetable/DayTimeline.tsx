import { Alert, Badge, Box } from '@mantine/core'
import { IconBan, IconInfoCircle } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, useEffect, useRef } from 'react'
import { minutesOf, type PlannedLesson } from '../../contract/lessons.ts'
import type { DaySlot } from '../../contract/schoolDay.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { subjectColour } from '../../lib/subjectColour.ts'
import { getRowKey, getRows } from '../../ui/list/rows.ts'
import { ReplacedValue, Tag } from '../../ui/Tag.tsx'
import { CellMarks } from './CellMarks.tsx'
import type { Changes } from './changes.ts'
import styles from './DayTimeline.module.css'
import { DueOnFreeDay } from './DueOnFreeDay.tsx'
import lessonStyles from './Lesson.module.css'
import type { LessonMark, LessonMarks } from './lessonMarks.ts'
import { formatBreak, formatHour, formatPart, formatRemark, getChangeTag } from './lessonText.ts'
import gridStyles from './WeekGrid.module.css'
import { formatPercent } from './WeekRow.tsx'
import { getMinutesLeft, getNowLine, getPhase, type TimelineSection } from './weekModel.ts'

type DayTimelineProps = {
  sections: readonly TimelineSection[]
  schoolNow: SchoolNow
  changes: Changes | undefined
  marks: LessonMarks | undefined
  openKey: string | undefined
  onOpen: (key: string) => void
}

/** Scrolls to the current time on mount. */
export function DayTimeline({ sections, schoolNow, changes, marks, openKey, onOpen }: DayTimelineProps) {
  const root = useRef<HTMLDivElement>(null)
  const first = sections[0]?.date
  useEffect(() => {
    if (!first) return
    const now = getRows(root.current, 'data-now')[0]
    // jsdom has no layout and no scrollIntoView.
    now?.scrollIntoView?.({ block: 'nearest' })
  }, [first])
  const openLesson = (event: MouseEvent) => {
    const key = getRowKey(event.target, 'data-lesson')
    if (key) onOpen(key)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the listener serves the buttons inside.
    <div ref={root} className={styles.timeline} onClick={openLesson}>
      {sections.map(section => (
        <DaySection key={section.date} {...{ section, schoolNow, changes, marks, openKey }} />
      ))}
    </div>
  )
}

type DaySectionProps = Omit<DayTimelineProps, 'sections' | 'onOpen'> & { section: TimelineSection }

function DaySection({ section, schoolNow, changes, marks, openKey }: DaySectionProps) {
  const t = useT('timetable')
  const format = useFormat()
  const { date, next } = section
  const isToday = date === schoolNow.day
  const mark = marks?.get(date)
  return (
    <section aria-labelledby={`day-${date}`} aria-current={isToday ? 'date' : undefined}>
      <h2 id={`day-${date}`} className={styles.heading}>
        <b>{format.weekday(date, 'long')}</b>{' '}
        <Box component="time" dateTime={date} c="dimmed">
          {format.dayAndMonth(date)}
        </Box>
        {isToday && (
          <Badge variant="new" ml="auto">
            {t('today')}
          </Badge>
        )}
      </h2>
      {section.remarks.map(remark => (
        <Box component="p" key={JSON.stringify(remark)} className={gridStyles.remark ?? ''} py="sm">
          <IconInfoCircle aria-hidden />
          {formatRemark(remark, t)}
        </Box>
      ))}
      {section.slots.length > 0 ? (
        <ol>
          {section.slots.map(slot => (
            <DayEntry
              key={`${slot.key} ${slot.hour.start}`}
              {...{ date, slot, schoolNow, changes, marks, openKey }}
            />
          ))}
        </ol>
      ) : (
        <Alert variant="info" role="note" icon={<IconBan aria-hidden />}>
          <div>
            <b>{section.noSchool ? t('noSchool') : t('noLessons')}</b>
            <p>
              {section.reason && `${section.reason}${/[.!?]$/.test(section.reason) ? '' : '.'} `}
              {next &&
                t('nextLesson', {
                  day: format.day(next.date),
                  time: next.hour.start,
                  subject: next.subject.name,
                })}
            </p>
            {mark && <DueOnFreeDay mark={mark} />}
          </div>
        </Alert>
      )}
    </section>
  )
}

type DayEntryProps = Omit<DaySectionProps, 'section'> & { date: string; slot: DaySlot }

function DayEntry({ date, slot, schoolNow, changes, marks, openKey }: DayEntryProps) {
  const t = useT('timetable')
  const { hour } = slot
  const phase = getPhase(date, hour, schoolNow)
  const line = phase === 'current' ? getNowLine([slot], schoolNow.time) : undefined
  return (
    <li className={`${styles.entry} ${slot.isBreak ? styles.break : ''}`} data-now={line ? '' : undefined}>
      <p className={styles.when}>
        <time>{hour.start}</time>
        {!slot.isBreak && <time>{hour.end}</time>}
        {line && <i className={gridStyles.nowLine} style={{ top: formatPercent(line.fraction) }} />}
        {line && (
          <b className={gridStyles.nowTime} style={{ top: formatPercent(line.fraction) }}>
            {schoolNow.time}
          </b>
        )}
      </p>
      {slot.isBreak ? (
        <span>{formatBreak(hour, minutesOf(hour.end) - minutesOf(hour.start), t)}</span>
      ) : (
        <div className={slot.lessons.length > 1 ? styles.pair : undefined}>
          {slot.lessons.map(lesson => (
            <DayLesson
              key={lesson.key}
              lesson={lesson}
              schoolNow={schoolNow}
              isAlone={slot.lessons.length === 1}
              isChanged={changes?.keys.has(lesson.key) ?? false}
              mark={marks?.get(lesson.key)}
              isOpen={lesson.key === openKey}
            />
          ))}
        </div>
      )}
    </li>
  )
}

type DayLessonProps = {
  lesson: PlannedLesson
  schoolNow: SchoolNow
  isAlone: boolean
  isChanged: boolean
  mark: LessonMark | undefined
  isOpen: boolean
}

function DayLesson({ lesson, schoolNow, isAlone, isChanged, mark, isOpen }: DayLessonProps) {
  const t = useT('timetable')
  const phase = getPhase(lesson.date, lesson.hour, schoolNow)
  const isCancelled = lesson.change === 'cancelled'
  const tag = getChangeTag(lesson, t)
  const remainingText =
    phase === 'current'
      ? t('nowLeft', { minutes: String(getMinutesLeft(lesson.hour, schoolNow)) })
      : undefined
  const hour = isAlone ? formatHour(lesson.hour, t) : ''
  const state = `${isCancelled ? lessonStyles.off : ''} ${phase === 'future' ? '' : lessonStyles[phase]}`
  return (
    <button
      type="button"
      className={`${lessonStyles.lesson} ${lessonStyles.entry} ${state}`}
      style={{ '--subject': subjectColour(lesson.subject.id, lesson.subject.color) } as CSSProperties}
      data-lesson={lesson.key}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-current={phase === 'current' ? 'time' : undefined}
    >
      <span className={lessonStyles.name}>{lesson.subject.name}</span>{' '}
      <span className={lessonStyles.room}>
        <ReplacedValue
          value={
            isCancelled
              ? { planned: lesson.room.planned ?? lesson.room.current, current: t('free') }
              : lesson.room
          }
          insteadOf={t('insteadOf')}
        />
      </span>{' '}
      <span className={lessonStyles.teacher}>
        {hour}
        {hour && lesson.teacher.current && ' · '}
        {isCancelled ? (
          <del>{lesson.teacher.planned ?? lesson.teacher.current}</del>
        ) : (
          <ReplacedValue value={lesson.teacher} insteadOf={t('insteadOf')} />
        )}
      </span>{' '}
      {(tag || remainingText || isChanged || mark) && (
        <span className={lessonStyles.tags}>
          {tag && <Tag {...tag} />} {remainingText && <Tag kind="now" text={remainingText} />}{' '}
          {isChanged && <Tag kind="changed" text={t('changed')} />} {mark && <CellMarks mark={mark} t={t} />}
        </span>
      )}
      {lesson.parts && (
        <span className={lessonStyles.tags}>
          {lesson.parts.map(part => (
            <Tag key={formatPart(part, t)} kind={part.kind} text={formatPart(part, t)} />
          ))}
        </span>
      )}
    </button>
  )
}
