import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import type { Lesson } from '../../contract/lessons.ts'
import type { PlannedLesson } from '../../contract/plannedLesson.ts'
import type { Format } from '../../i18n/formats.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { type T, useT } from '../../i18n/useT.ts'
import { plusDays, weekOf } from '../../lib/week.ts'
import { Struck } from '../../ui/Struck.tsx'
import { Tag, type TagKind } from '../../ui/Tag.tsx'
import type { Present } from './comingLessons.ts'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import styles from './Subject.module.css'
import { PartFailed, SubjectPart } from './SubjectPart.tsx'
import { useComingLessons } from './useComingLessons.ts'

/** When the subject is taught next, and what is different then. */
export function ComingLessons({ courseId, subject }: { courseId: number; subject: Lesson }) {
  const t = useT('subject')
  const format = useFormat()
  const { lessons, present, until, looking, error, retry } = useComingLessons(courseId, subject.id)
  return (
    <SubjectPart title={t('lessons.title')}>
      {lessons.length > 0 ? (
        <ol className={styles.rows}>
          {lessons.map(lesson => (
            <LessonRow key={lesson.key} courseId={courseId} lesson={lesson} present={present} />
          ))}
        </ol>
      ) : error ? (
        error.kind !== 'signedOut' && <PartFailed error={error} retry={retry} />
      ) : looking ? (
        <RowsSkeleton rows={4} />
      ) : (
        <p className={styles.quiet}>{t('lessons.none', { day: format.fullDay(until) })}</p>
      )}
    </SubjectPart>
  )
}

type LessonRowProps = { courseId: number; lesson: PlannedLesson; present: Present }

function LessonRow({ courseId, lesson, present }: LessonRowProps) {
  const t = useT('subject')
  const format = useFormat()
  const { hour, date, room, teacher, subject } = lesson
  const off = lesson.change === 'cancelled'
  const tag = tagOf(lesson, present, t)
  const name = hour.position === null ? hour.text : t('lessons.hour', { position: hour.position })
  const times = t('lessons.times', { start: hour.start, end: hour.end })
  // What is written to the subject stands above already.
  const notes = lesson.notes.filter(note => note !== subject.note?.trim())
  return (
    <li className={styles.lesson} data-off={off}>
      <Link className={styles.day} to={paths.timetable(courseId, { week: weekOf(date) })}>
        {dayName(date, present.day, t, format)}
      </Link>
      <span className={styles.hour}>
        {off ? <del>{times}</del> : times}
        {name && <span className={styles.hourName}>{name}</span>}
      </span>
      <span className={styles.changes}>
        {off ? (
          <del>{room.was ?? room.now}</del>
        ) : (
          <>
            <span>
              <Struck value={room} insteadOf={t('lessons.insteadOf')} />
            </span>
            {teacher.was !== undefined && (
              <span>
                <Struck value={teacher} insteadOf={t('lessons.insteadOf')} />
              </span>
            )}
          </>
        )}
        {tag && <Tag {...tag} />}
      </span>
      {notes.length > 0 && (
        <span className={styles.note} dir="auto">
          {notes.join(' · ')}
        </span>
      )}
    </li>
  )
}

function tagOf(
  { change, date, hour, room }: PlannedLesson,
  present: Present,
  t: T<'subject'>,
): { kind: TagKind; text: string } | undefined {
  if (change === 'cancelled') return { kind: change, text: t('lessons.cancelled') }
  if (change === 'substituted') return { kind: change, text: t('lessons.substituted') }
  if (change === 'moved') {
    return { kind: change, text: t(room.was === undefined ? 'lessons.moved' : 'lessons.newRoom') }
  }
  if (date === present.day && hour.start <= present.time) return { kind: 'now', text: t('lessons.now') }
  return undefined
}

function dayName(date: string, today: string, t: T<'subject'>, format: Format): string {
  if (date === today) return t('lessons.today')
  return date === plusDays(today, 1) ? t('lessons.tomorrow') : format.day(date)
}
