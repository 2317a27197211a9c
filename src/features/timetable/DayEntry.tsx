import type { CSSProperties } from 'react'
import { minutesOf, type PlannedLesson } from '../../contract/plannedLesson.ts'
import type { DaySlot } from '../../contract/schoolDay.ts'
import { useT } from '../../i18n/useT.ts'
import { subjectColour } from '../../lib/subjectColour.ts'
import { Struck } from '../../ui/Struck.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Changes } from './changes.ts'
import styles from './DayTimeline.module.css'
import { breakText, changeTag, hourName } from './lessonWords.ts'
import { minutesLeft, nowLine, type Present, phaseOf } from './present.ts'

type DayEntryProps = {
  date: string
  slot: DaySlot
  present: Present
  changes: Changes | undefined
  openKey: string | undefined
}

/** One hour or break of the day view. */
export function DayEntry({ date, slot, present, changes, openKey }: DayEntryProps) {
  const t = useT('timetable')
  const { hour } = slot
  const phase = phaseOf(date, hour, present)
  const line = phase === 'current' ? nowLine([slot], present.time) : undefined
  return (
    <li className={`${styles.entry} ${slot.isBreak ? styles.break : ''}`} data-now={line ? '' : undefined}>
      <p className={styles.when}>
        <time>{hour.start}</time>
        {!slot.isBreak && <time>{hour.end}</time>}
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
      {line && (
        <i className={styles.now} style={{ top: `${(line.fraction * 100).toFixed(1)}%` }}>
          <b>{present.time}</b>
        </i>
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
  const left =
    phase === 'current' ? t('nowLeft', { minutes: String(minutesLeft(lesson.hour, present)) }) : undefined
  const hour = alone ? hourName(lesson.hour, t) : ''
  const state = `${off ? styles.off : ''} ${phase === 'future' ? '' : styles[phase]}`
  return (
    <button
      type="button"
      className={`${styles.lesson} ${state}`}
      style={{ '--subject': subjectColour(lesson.subject.id, lesson.subject.color) } as CSSProperties}
      data-lesson={lesson.key}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-current={phase === 'current' ? 'time' : undefined}
    >
      <span className={styles.name}>{lesson.subject.name}</span>{' '}
      <span className={styles.room}>
        <Struck
          value={off ? { was: lesson.room.was ?? lesson.room.now, now: t('free') } : lesson.room}
          insteadOf={t('insteadOf')}
        />
      </span>{' '}
      <span className={styles.second}>
        {hour}
        {hour && lesson.teacher.now && ' · '}
        {off ? (
          <del>{lesson.teacher.was ?? lesson.teacher.now}</del>
        ) : (
          <Struck value={lesson.teacher} insteadOf={t('insteadOf')} />
        )}
      </span>{' '}
      {(tag || left || changed) && (
        <span className={styles.tags}>
          {tag && <Tag {...tag} />} {left && <Tag kind="now" text={left} />}{' '}
          {changed && <Tag kind="changed" text={t('changed')} />}
        </span>
      )}
    </button>
  )
}
