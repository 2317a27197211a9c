import { Alert, Badge, Box } from '@mantine/core'
import { IconBan, IconInfoCircle } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, useEffect, useRef } from 'react'
import { minutesOf, type PlannedLesson } from '../../contract/lessons.ts'
import type { DaySlot } from '../../contract/schoolDay.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { subjectColour } from '../../lib/subjectColour.ts'
import { getRowKey, getRows } from '../../ui/list/rows.ts'
import { ReplacedValue, Tag } from '../../ui/Tag.tsx'
import type { Changes } from './changes.ts'
import styles from './DayTimeline.module.css'
import lessonStyles from './Lesson.module.css'
import { breakText, changeTag, hourName, partText, remarkText } from './lessonText.ts'
import grid from './WeekGrid.module.css'
import { percent } from './WeekRow.tsx'
import { minutesLeft, nowLine, type Present, phaseOf, type TimelineSection } from './weekModel.ts'

type DayTimelineProps = {
  sections: readonly TimelineSection[]
  present: Present
  changes: Changes | undefined
  openKey: string | undefined
  onOpen: (key: string) => void
}

/** The days below each other in one column. Scrolls to the current time on mount. */
export function DayTimeline({ sections, present, changes, openKey, onOpen }: DayTimelineProps) {
  const root = useRef<HTMLDivElement>(null)
  const first = sections[0]?.date
  useEffect(() => {
    if (!first) return
    const now = getRows(root.current, 'data-now')[0]
    // jsdom has no layout and no scrollIntoView.
    now?.scrollIntoView?.({ block: 'nearest' })
  }, [first])
  const open = (event: MouseEvent) => {
    const key = getRowKey(event.target, 'data-lesson')
    if (key) onOpen(key)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the listener serves the buttons inside.
    <div ref={root} className={styles.timeline} onClick={open}>
      {sections.map(section => (
        <DaySection key={section.date} {...{ section, present, changes, openKey }} />
      ))}
    </div>
  )
}

type DaySectionProps = Omit<DayTimelineProps, 'sections' | 'onOpen'> & { section: TimelineSection }

function DaySection({ section, present, changes, openKey }: DaySectionProps) {
  const t = useT('timetable')
  const format = useFormat()
  const { date, next } = section
  const isToday = date === present.day
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
        <Box component="p" key={JSON.stringify(remark)} className={grid.remark ?? ''} py="sm">
          <IconInfoCircle aria-hidden />
          {remarkText(remark, t)}
        </Box>
      ))}
      {section.slots.length > 0 ? (
        <ol>
          {section.slots.map(slot => (
            <DayEntry key={`${slot.key} ${slot.hour.start}`} {...{ date, slot, present, changes, openKey }} />
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
          </div>
        </Alert>
      )}
    </section>
  )
}

type DayEntryProps = Omit<DaySectionProps, 'section'> & { date: string; slot: DaySlot }

/** A period or break of the day view. */
function DayEntry({ date, slot, present, changes, openKey }: DayEntryProps) {
  const t = useT('timetable')
  const { hour } = slot
  const phase = phaseOf(date, hour, present)
  const line = phase === 'current' ? nowLine([slot], present.time) : undefined
  return (
    <li className={`${styles.entry} ${slot.isBreak ? styles.break : ''}`} data-now={line ? '' : undefined}>
      <p className={styles.when}>
        <time>{hour.start}</time>
        {!slot.isBreak && <time>{hour.end}</time>}
        {line && <i className={grid.nowLine} style={{ top: percent(line.fraction) }} />}
        {line && (
          <b className={grid.nowTime} style={{ top: percent(line.fraction) }}>
            {present.time}
          </b>
        )}
      </p>
      {slot.isBreak ? (
        <span>{breakText(hour, minutesOf(hour.end) - minutesOf(hour.start), t)}</span>
      ) : (
        <div className={slot.lessons.length > 1 ? styles.pair : undefined}>
          {slot.lessons.map(lesson => (
            <DayLesson
              key={lesson.key}
              lesson={lesson}
              present={present}
              alone={slot.lessons.length === 1}
              changed={changes?.keys.has(lesson.key) ?? false}
              open={lesson.key === openKey}
            />
          ))}
        </div>
      )}
    </li>
  )
}

type DayLessonProps = {
  lesson: PlannedLesson
  present: Present
  alone: boolean
  changed: boolean
  open: boolean
}

function DayLesson({ lesson, present, alone, changed, open }: DayLessonProps) {
  const t = useT('timetable')
  const phase = phaseOf(lesson.date, lesson.hour, present)
  const off = lesson.change === 'cancelled'
  const tag = changeTag(lesson, t)
  const remainingText =
    phase === 'current' ? t('nowLeft', { minutes: String(minutesLeft(lesson.hour, present)) }) : undefined
  const hour = alone ? hourName(lesson.hour, t) : ''
  const state = `${off ? lessonStyles.off : ''} ${phase === 'future' ? '' : lessonStyles[phase]}`
  return (
    <button
      type="button"
      className={`${lessonStyles.lesson} ${lessonStyles.entry} ${state}`}
      style={{ '--subject': subjectColour(lesson.subject.id, lesson.subject.color) } as CSSProperties}
      data-lesson={lesson.key}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-current={phase === 'current' ? 'time' : undefined}
    >
      <span className={lessonStyles.name}>{lesson.subject.name}</span>{' '}
      <span className={lessonStyles.room}>
        <ReplacedValue
          value={
            off ? { planned: lesson.room.planned ?? lesson.room.current, current: t('free') } : lesson.room
          }
          insteadOf={t('insteadOf')}
        />
      </span>{' '}
      <span className={lessonStyles.teacher}>
        {hour}
        {hour && lesson.teacher.current && ' · '}
        {off ? (
          <del>{lesson.teacher.planned ?? lesson.teacher.current}</del>
        ) : (
          <ReplacedValue value={lesson.teacher} insteadOf={t('insteadOf')} />
        )}
      </span>{' '}
      {(tag || remainingText || changed) && (
        <span className={lessonStyles.tags}>
          {tag && <Tag {...tag} />} {remainingText && <Tag kind="now" text={remainingText} />}{' '}
          {changed && <Tag kind="changed" text={t('changed')} />}
        </span>
      )}
      {lesson.parts && (
        <span className={lessonStyles.tags}>
          {lesson.parts.map(part => (
            <Tag key={partText(part, t)} kind={part.kind} text={partText(part, t)} />
          ))}
        </span>
      )}
    </button>
  )
}
