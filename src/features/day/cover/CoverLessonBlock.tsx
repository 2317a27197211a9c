import { Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { useLocale } from 'use-intl'
import { query } from '../../../api/cache/query.ts'
import { courses } from '../../../contract/courses.ts'
import { attachmentsOf } from '../../../contract/homework.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseDue } from '../../../lib/due.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { subjectColour } from '../../../lib/subjectColour.ts'
import { LinkedText } from '../../../ui/links/LinkedText.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { formatPeriods } from '../../timetable/lessonText.ts'
import { ClassBadge } from '../ClassBadge.tsx'
import type { DayHomework } from '../dayHomework.ts'
import type { LoadState } from '../useMyHomework.ts'
import styles from './CoverSheet.module.css'
import { type CoverLesson, getHours } from './coverDays.ts'
import type { CoverFile } from './coverDraft.ts'
import type { CoverHomework } from './coverHomework.ts'
import { type CoverLimits, isTaskCut } from './coverLimits.ts'
import { LessonFiles, PrintedRest } from './LessonFiles.tsx'

type CoverLessonBlockProps = {
  block: CoverLesson
  limits: CoverLimits
  homework: CoverHomework | Exclude<LoadState, 'loaded'>
  task: string
  files: readonly CoverFile[]
  /** Start of the earlier lesson that shows the class list. */
  listedAt: string | undefined
  onTask: (task: string) => void
  onFiles: (files: readonly CoverFile[]) => void
  onBlur: () => void
}

/** One lesson of the sheet: task, homework, files and class list. */
export function CoverLessonBlock(props: CoverLessonBlockProps) {
  const { block, limits, homework, task, files, listedAt, onTask, onFiles, onBlur } = props
  const t = useT('cover')
  const tDay = useT('day')
  const { courseId, className, lesson, role } = block.lessons[0]
  const { subject, room, teacher } = lesson
  const id = useId()
  const periods = getHours(block).map(formatPeriods).filter(Boolean).join(', ')
  const renderHomework = (find: (found: CoverHomework) => ReactNode) => {
    if (homework === 'loading') return t('loading')
    return homework === 'failed' ? t('homeworkFailed') : find(homework)
  }
  return (
    <section
      className={styles.lesson}
      aria-labelledby={id}
      style={{ '--subject': subjectColour(subject.id, subject.color) } as CSSProperties}
    >
      <header className={styles.head}>
        <h2 id={id}>
          <time>
            {block.start} – {block.end}
          </time>{' '}
          <ClassBadge name={className} /> {subject.name}
        </h2>
        <p>
          {[periods && t('period', { period: periods }), room.current && t('room', { room: room.current })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {role === 'given' && <p>{tDay('given', { name: teacher.current || tDay('somebody') })}</p>}
        {role === 'cover' && <p>{tDay('cover', { subject: subject.name, name: teacher.planned ?? '' })}</p>}
      </header>
      <Textarea
        className={styles.screenOnly}
        label={t('task')}
        description={t('taskHint')}
        attributes={{ input: { dir: 'auto' } }}
        classNames={{ input: styles.task ?? '' }}
        rows={3}
        value={task}
        onChange={({ currentTarget }) => onTask(currentTarget.value)}
        onBlur={onBlur}
      />
      {isTaskCut(task, limits) && (
        <Text className={styles.screenOnly ?? ''} size="sm" c="var(--warn-text)" pt="xs">
          {t('taskCut', { count: limits.taskLines })}
        </Text>
      )}
      <div className={styles.printedTask}>
        <b>{t('task')}</b>
        <p dir="auto">{task}</p>
      </div>
      <dl className={styles.facts}>
        <dt>{t('due')}</dt>
        <dd>
          {renderHomework(({ due }) =>
            due.length === 0
              ? t('noneDue')
              : due.map((row, index) => (
                  <HomeworkText
                    key={row.id}
                    homework={row}
                    isPrinted={index < limits.dueHomework}
                    more={index === limits.dueHomework - 1 ? due.length - limits.dueHomework : 0}
                  />
                )),
          )}
        </dd>
        <dt>{t('last')}</dt>
        <dd>
          {renderHomework(({ last }) => (last ? <HomeworkText homework={last} showsDay /> : t('noHomework')))}
        </dd>
        <dt>{t('files')}</dt>
        <dd>
          <LessonFiles
            {...{ courseId, className, files, onFiles }}
            subject={subject.name}
            maxPrinted={limits.files}
          />
        </dd>
      </dl>
      {listedAt === undefined ? (
        <ClassList courseId={courseId} maxPrinted={limits.pupils} />
      ) : (
        <p className={styles.quiet}>{t('listedAt', { time: listedAt })}</p>
      )}
    </section>
  )
}

type HomeworkTextProps = {
  homework: DayHomework
  showsDay?: boolean
  isPrinted?: boolean
  /** Number of further homework that is not printed. */
  more?: number
}

function HomeworkText({ homework, showsDay = false, isPrinted = true, more = 0 }: HomeworkTextProps) {
  const t = useT('cover')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const names = attachmentsOf(homework).map(({ name }) => sanitizeName(name))
  const note = homework.note?.trim()
  return (
    <div className={`${styles.homework} ${isPrinted ? '' : styles.screenOnly}`}>
      <bdi>{homework.text}</bdi>
      <PrintedRest count={more} />
      {showsDay && (
        <span className={styles.quiet}>
          {' '}
          {t('dueOn', { day: format.day(parseDue(homework.until_datetime, timeZone).day) })}
        </span>
      )}
      {note && (
        <p className={styles.note} dir="auto">
          <LinkedText text={note} />
        </p>
      )}
      {names.length > 0 && <p className={styles.quiet}>{t('attached', { names: names.join(', ') })}</p>}
    </div>
  )
}

/** Pupils by family name, with a box to tick. */
function ClassList({ courseId, maxPrinted }: { courseId: number; maxPrinted: number }) {
  const t = useT('cover')
  const language = useLocale()
  const { data, isPending } = useQuery(query(courses.members, { course_id: courseId }))
  if (!data) {
    return <p className={styles.quiet}>{isPending ? t('listLoading') : t('listFailed')}</p>
  }
  const byName = compareByFamilyName(language)
  const pupils = data.rows
    .filter(({ is_teacher }) => is_teacher !== true)
    .map(({ id, name }) => ({ id, name: sanitizeName(name).trim() }))
    .sort((a, b) => byName(a, b) || a.id - b.id)
  return (
    <>
      <h3 className={styles.listTitle}>{t('classList', { count: pupils.length })}</h3>
      <ul className={styles.classList}>
        {pupils.map(({ id, name }, index) => (
          <li key={id} className={index < maxPrinted ? undefined : styles.screenOnly}>
            <span className={styles.box} aria-hidden />
            <bdi translate="no">{name}</bdi>
          </li>
        ))}
        {pupils.length > maxPrinted && (
          <li className={styles.printOnly}>{t('andMore', { count: String(pupils.length - maxPrinted) })}</li>
        )}
      </ul>
    </>
  )
}
