import type { CSSProperties } from 'react'
import type { Changed, Hour, PlannedLesson } from '../../contract/lessons.ts'
import type { T } from '../../i18n/useT.ts'
import { subjectColour } from '../../lib/subjectColour.ts'
import { Struck, Tag, tagIcons } from '../../ui/Tag.tsx'
import styles from './LessonButton.module.css'
import { changeTag, whatChanged } from './lessonWords.ts'
import type { Phase } from './weekModel.ts'

type LessonButtonProps = {
  lesson: PlannedLesson
  /** Hour of the row; another time is written in the lesson. */
  hour: Hour
  phase: Phase
  minutesLeft: number | undefined
  /** How many lessons share the cell. */
  parallel: number
  changed: boolean
  open: boolean
  focusable: boolean
  t: T<'timetable'>
}

/** A lesson in a cell: plain elements and no hooks, there are fifty of them. The grid listens. */
export function LessonButton(props: LessonButtonProps) {
  const { lesson, hour, phase, minutesLeft, parallel, changed, open, focusable, t } = props
  const isCrowded = parallel > 1
  const off = lesson.change === 'cancelled'
  const tag = changeTag(lesson, t)
  const elsewhen = lesson.hour.start !== hour.start || lesson.hour.end !== hour.end
  const left = minutesLeft === undefined ? undefined : t('nowLeft', { minutes: String(minutesLeft) })
  // Most values stand as planned: text alone, not a hundred components more.
  const shown = (value: Changed) =>
    value.was === undefined ? value.now : <Struck value={value} insteadOf={t('insteadOf')} />
  const state = `${off ? styles.off : ''} ${phase === 'past' ? styles.past : phase === 'current' ? styles.current : ''}`
  return (
    <button
      type="button"
      className={`${styles.lesson} ${isCrowded ? styles.parallel : ''} ${parallel > 2 ? styles.many : ''} ${state}`}
      style={{ '--subject': subjectColour(lesson.subject.id, lesson.subject.color) } as CSSProperties}
      data-lesson={lesson.key}
      data-kind={lesson.change}
      tabIndex={focusable ? 0 : -1}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-current={phase === 'current' ? 'time' : undefined}
    >
      <span className={styles.name}>
        <span className={styles.full}>{lesson.subject.name}</span>
        <span className={styles.short} aria-hidden>
          {lesson.subject.short || lesson.subject.name}
        </span>
      </span>{' '}
      {isCrowded && <InFewWords lesson={lesson} changed={changed} t={t} />}
      <span className={isCrowded ? styles.unseen : styles.facts}>
        <span className={styles.room}>
          {shown(off ? { was: lesson.room.was ?? lesson.room.now, now: t('free') } : lesson.room)}
        </span>{' '}
        <span className={styles.teacher}>
          {off ? <del>{lesson.teacher.was ?? lesson.teacher.now}</del> : shown(lesson.teacher)}
        </span>{' '}
        {(tag || left || changed || elsewhen) && (
          <span className={styles.tags}>
            {elsewhen && (
              <span className={styles.otherTime}>
                {lesson.hour.start} – {lesson.hour.end}
              </span>
            )}{' '}
            {tag && <Tag {...tag} inCell />} {left && <Tag kind="now" text={left} brief={t('now')} inCell />}{' '}
            {changed && <Tag kind="changed" text={t('changed')} inCell />}
          </span>
        )}
      </span>
    </button>
  )
}

/** What one sees of a lesson that shares its cell, beside its name: what changed, else the room. All of it is read out. */
function InFewWords({ lesson, changed, t }: Pick<LessonButtonProps, 'lesson' | 'changed' | 't'>) {
  const tag = changeTag(lesson, t)
  const Icon = tag && tag.kind !== 'changed' ? tagIcons[tag.kind] : undefined
  return (
    <span className={styles.brief} data-changed={tag ? '' : undefined} aria-hidden>
      {Icon && <Icon />}
      <span>{tag ? whatChanged(lesson, t) : lesson.room.now}</span>
      {changed && <i />}
    </span>
  )
}
