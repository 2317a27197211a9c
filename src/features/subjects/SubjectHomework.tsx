import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { canCorrect, type Homework } from '../../contract/homework.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { type Due, parseDue } from '../../lib/due.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import styles from './Subject.module.css'
import { OnLink, SubjectPart } from './SubjectPart.tsx'
import { homeworkOfClass } from './subjectLoader.ts'

/** Maximum number of past homework shown. The homework screen lists all. */
const pastShown = 5

type SubjectHomeworkProps = { courseId: number; lessonId: number; mayWrite: boolean }

/** The homework of the subject, ordered by due date. */
export function SubjectHomework({ courseId, lessonId, mayWrite }: SubjectHomeworkProps) {
  const t = useT('subject')
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const { data, error, refetch } = useQuery(homeworkOfClass(courseId))
  const { coming, past } = dueOrder(data?.rows ?? [], lessonId, { today, timeZone })
  const list = paths.homework(courseId, { subject: String(lessonId) })
  const unsupported = error?.kind === 'unsupported' && (
    <>
      {t('homework.unsupported')}{' '}
      <OnLink lh="inherit" to={paths.homework(courseId)}>
        {t('homework.byNumber')}
      </OnLink>
    </>
  )
  return (
    <SubjectPart
      title={t('homework.title')}
      more={coming.length + past.length > 0 && <OnLink to={list}>{t('homework.all')}</OnLink>}
      emptyMessage={data ? coming.length === 0 && t('homework.none') : unsupported}
      result={{ error, refetch }}
      rows={3}
      foot={
        mayWrite &&
        coming.length === 0 &&
        (data || error) && (
          <OnLink
            to={paths.newHomework(courseId, { subject: String(lessonId) })}
            state={{ from: { path: paths.subject(courseId, lessonId) } }}
          >
            {t('homework.newForThis')}
          </OnLink>
        )
      }
    >
      {data && (
        <>
          {coming.length > 0 && <Rows courseId={courseId} rows={coming} today={today} />}
          {past.length > 0 && (
            <Text component="h3" mt="md" size="xs" fw={500} c="dimmed" lh="var(--control)">
              {t('homework.past')}
            </Text>
          )}
          {past.length > 0 && <Rows courseId={courseId} rows={past.slice(0, pastShown)} today={today} />}
        </>
      )}
    </SubjectPart>
  )
}

type RowsProps = { courseId: number; rows: readonly DueHomework[]; today: string }

/** Links to the desk if the reader corrects the homework, otherwise to the task. */
function Rows({ courseId, rows, today }: RowsProps) {
  const t = useT('subject')
  const format = useFormat()
  return (
    <ul className={styles.rows}>
      {rows.map(({ homework, due }) => {
        const desk = homework.is_submissionable && canCorrect(homework)
        const known = Number.isFinite(due.at)
        return (
          <li key={homework.id} className={styles.entry}>
            <Link to={desk ? paths.desk(courseId, homework.id) : paths.task(courseId, homework.id)}>
              <Text component="bdi" inherit lineClamp={2}>
                {homework.text.trim()}
              </Text>
            </Link>
            <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {known
                ? t('homework.due', { day: format.dayNear(due.day, today), time: due.time ?? '' }).trim()
                : t('homework.dueUnknown')}
            </Text>
          </li>
        )
      })}
    </ul>
  )
}

type DueHomework = { homework: Homework; due: Due }

/**
 * Returns the homework of a subject: coming ones with the next first, past ones with the latest first. Homework counts
 * as coming until the end of its due day.
 */
export function dueOrder(
  homeworks: readonly Homework[],
  lessonId: number,
  { today, timeZone }: { today: string; timeZone: string },
): { coming: DueHomework[]; past: DueHomework[] } {
  const all = homeworks
    .filter(homework => homework.lesson_id === lessonId)
    .map(homework => ({ homework, due: parseDue(homework.until_datetime, timeZone) }))
    .toSorted((a, b) => compare(a.due.at, b.due.at) || a.homework.id - b.homework.id)
  return {
    coming: all.filter(({ due }) => due.day >= today),
    past: all.filter(({ due }) => due.day < today).toReversed(),
  }
}

// NaN, the time of an invalid date, can't be subtracted.
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
