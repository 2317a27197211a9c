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
import { PageLink, SubjectPart } from './SubjectPart.tsx'
import { homeworkQuery } from './subjectLoader.ts'

const maxPastHomework = 5

type SubjectHomeworkProps = { courseId: number; lessonId: number; canWrite: boolean }

export function SubjectHomework({ courseId, lessonId, canWrite }: SubjectHomeworkProps) {
  const t = useT('subject')
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const { data, error, refetch } = useQuery(homeworkQuery(courseId))
  const { coming, past } = splitByDue(data?.rows ?? [], lessonId, { today, timeZone })
  const list = paths.homework(courseId, { subject: String(lessonId) })
  const unsupportedMessage = error?.kind === 'unsupported' && (
    <>
      {t('homework.unsupported')}{' '}
      <PageLink lh="inherit" to={paths.homework(courseId)}>
        {t('homework.byNumber')}
      </PageLink>
    </>
  )
  return (
    <SubjectPart
      title={t('homework.title')}
      more={coming.length + past.length > 0 && <PageLink to={list}>{t('homework.all')}</PageLink>}
      emptyMessage={data ? coming.length === 0 && t('homework.none') : unsupportedMessage}
      result={{ error, refetch }}
      rows={3}
      foot={
        canWrite &&
        coming.length === 0 &&
        (data || error) && (
          <PageLink
            to={paths.newHomework(courseId, { subject: String(lessonId) })}
            state={{ from: { path: paths.subject(courseId, lessonId) } }}
          >
            {t('homework.newForThis')}
          </PageLink>
        )
      }
    >
      {data && (
        <>
          {coming.length > 0 && <HomeworkRows courseId={courseId} rows={coming} today={today} />}
          {past.length > 0 && (
            <Text component="h3" mt="md" size="xs" fw={500} c="dimmed" lh="var(--control)">
              {t('homework.past')}
            </Text>
          )}
          {past.length > 0 && (
            <HomeworkRows courseId={courseId} rows={past.slice(0, maxPastHomework)} today={today} />
          )}
        </>
      )}
    </SubjectPart>
  )
}

type HomeworkRowsProps = { courseId: number; rows: readonly DueHomework[]; today: string }

/** Links to the desk if the reader corrects the homework, otherwise to the task. */
function HomeworkRows({ courseId, rows, today }: HomeworkRowsProps) {
  const t = useT('subject')
  const format = useFormat()
  return (
    <ul className={styles.rows}>
      {rows.map(({ homework, due }) => {
        const hasDesk = homework.is_submissionable && canCorrect(homework)
        const isDueKnown = Number.isFinite(due.at)
        return (
          <li key={homework.id} className={styles.entry}>
            <Link to={hasDesk ? paths.desk(courseId, homework.id) : paths.task(courseId, homework.id)}>
              <Text component="bdi" inherit lineClamp={2}>
                {homework.text.trim()}
              </Text>
            </Link>
            <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {isDueKnown
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

/** Next coming and latest past homework first. Homework is coming until the end of its due day. */
export function splitByDue(
  homeworks: readonly Homework[],
  lessonId: number,
  { today, timeZone }: { today: string; timeZone: string },
): { coming: DueHomework[]; past: DueHomework[] } {
  const all = homeworks
    .filter(homework => homework.lesson_id === lessonId)
    .map(homework => ({ homework, due: parseDue(homework.until_datetime, timeZone) }))
    .toSorted((a, b) => compareTimes(a.due.at, b.due.at) || a.homework.id - b.homework.id)
  return {
    coming: all.filter(({ due }) => due.day >= today),
    past: all.filter(({ due }) => due.day < today).toReversed(),
  }
}

// NaN, the time of an invalid date, can't be subtracted.
const compareTimes = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
