import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { canCorrect, type Homework, homework } from '../../contract/homework.ts'
import type { PlannedLesson } from '../../contract/lessons.ts'
import { me, setsHomework } from '../../contract/me.ts'
import { type Funnel, submissions } from '../../contract/submissions.ts'
import { useT } from '../../i18n/useT.ts'
import { funnelWith } from '../../outbox/correctionProgress.ts'
import { type ReturnState, useReturnedStates } from '../../outbox/returned.ts'
import { paths } from '../../paths.ts'
import { FunnelBar } from '../../ui/FunnelBar.tsx'
import styles from './LessonHomework.module.css'

type LessonHomeworkProps = { lesson: PlannedLesson; next: PlannedLesson | undefined }

/** The homework due in a lesson, and for teachers the way to setting more. Asked for when the card is opened. */
export function LessonHomework({ lesson, next }: LessonHomeworkProps) {
  const t = useT('timetable')
  const courseId = Number(useParams().courseId)
  const { pathname, search } = useLocation()
  const { data, error } = useQuery(query(homework.list, { course_id: courseId }))
  const person = useQuery(query(me.get, {})).data
  const due = data?.rows.filter(
    row => row.lesson_id === lesson.subject.id && row.until_datetime.slice(0, 10) === lesson.date,
  )
  const offered = person && setsHomework(person)
  // A service without the list has nothing to say here.
  const failed = error !== null && !data && !(error instanceof ApiError && error.kind === 'unsupported')
  return (
    <>
      {(failed || (due && due.length > 0)) && (
        <section className={styles.due}>
          <h3>{t('card.homework')}</h3>
          {failed && <p>{t('card.homeworkFailed')}</p>}
          {due?.map(row => (
            <DueHomework key={row.id} homework={row} />
          ))}
        </section>
      )}
      {offered && (
        <Button
          component={Link}
          variant="filled"
          className={styles.set}
          to={paths.newHomework(courseId, {
            subject: String(lesson.subject.id),
            ...(next && { due: next.date }),
          })}
          state={{ from: { path: pathname + search, lesson: lesson.key } }}
          leftSection={<IconPlus aria-hidden />}
        >
          {t('card.setHomework')}
        </Button>
      )}
    </>
  )
}

/** Nothing of a homework is on its way. */
const nothing: ReadonlyMap<number, ReturnState> = new Map()

/** One of them: leads to the desk for who corrects it, else to the task. */
function DueHomework({ homework: { id, course_id, text, ...rest } }: { homework: Homework }) {
  const t = useT('timetable')
  const counts = rest.is_submissionable && canCorrect(rest)
  const entries = useQuery({ ...query(submissions.list, { todo_id: id }), enabled: counts }).data?.rows
  const returned = useReturnedStates().get(id)
  const funnel = entries && funnelWith(entries, returned ?? nothing)
  return (
    <Link className={styles.homework} to={counts ? paths.desk(course_id, id) : paths.task(course_id, id)}>
      <bdi>{text}</bdi>
      {counts && <FunnelBar parts={funnel?.bar ?? []} />}
      {counts && <span className={styles.numbers}>{funnel ? t('card.funnel', numbersOf(funnel)) : ' '}</span>}
    </Link>
  )
}

const numbersOf = ({ seen, handedIn, corrected, of }: Funnel) => ({
  seen: String(seen),
  handedIn: String(handedIn),
  corrected: String(corrected),
  of: String(of),
})
