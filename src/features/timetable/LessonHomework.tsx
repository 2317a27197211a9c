import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { responseInfoOf } from '../../api/client/responseInfo.ts'
import { canCorrect, homework, type ListedHomework } from '../../contract/homework.ts'
import type { PlannedLesson } from '../../contract/lessons.ts'
import { canSetHomework, isPupil, me } from '../../contract/me.ts'
import { submissions } from '../../contract/submissions.ts'
import { type WorkCounts, workStates } from '../../contract/workCounts.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { toClockTime, toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'
import { StateBar } from '../../ui/StateBar.tsx'
import { DueWarning } from '../homework/due/DueWarning.tsx'
import { findDueLesson } from '../homework/due/dueLesson.ts'
import { useWorkCounts } from '../homework/list/useWorkCounts.ts'
import { getEntriesIn } from '../homework/progress/correctionProgress.ts'
import { type ReturnState, usePendingReturnStates } from '../homework/progress/returnStates.ts'
import styles from './LessonCard.module.css'

const MissingPupils = lazyComponent(async () => (await import('./MissingPupils.tsx')).MissingPupils, 'pupils')

const OwnWorkLine = lazyComponent(async () => (await import('./OwnWorkLine.tsx')).OwnWorkLine, 'ownHomework')

type LessonHomeworkProps = {
  lesson: PlannedLesson
  lessonsOfDay: readonly PlannedLesson[]
  next: PlannedLesson | undefined
  /** The next lesson for which homework can be set. */
  nextToSet: PlannedLesson | undefined
}

/** `number` differs after each move, because homework can be moved back and then again. */
type MoveNotice = { notice: ReactNode; number: number }

export function LessonHomework({ lesson, lessonsOfDay, next, nextToSet }: LessonHomeworkProps) {
  const t = useT('timetable')
  const format = useFormat()
  const courseId = Number(useParams().courseId)
  const { pathname, search } = useLocation()
  const { timeZone } = useSchoolTime()
  const { data, error } = useQuery(query(homework.list, { course_id: courseId }))
  const person = useQuery(query(me.get, {})).data
  const due = data?.rows.filter(row => findDueLesson(row, lessonsOfDay, timeZone)?.key === lesson.key)
  const canAdd = person && canSetHomework(person)
  const counts = useWorkCounts(due ?? noHomework, responseInfoOf(data)?.requestedAt ?? 0)
  // Not if the service does not support the list.
  const hasFailed = error !== null && !data && !(error instanceof ApiError && error.kind === 'unsupported')
  const [moveNotice, setMoveNotice] = useState<MoveNotice>()
  const result = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focused button was removed with its homework.
    if (moveNotice) result.current?.focus()
  }, [moveNotice])
  return (
    <>
      {(hasFailed || moveNotice || (due && due.length > 0)) && (
        <section className={styles.ruled}>
          <Text component="h3" size="xs" fw={500} c="dimmed" mb="xs">
            {t('card.homework')}
          </Text>
          {hasFailed && (
            <Text size="sm" c="dimmed">
              {t('card.homeworkFailed')}
            </Text>
          )}
          {due?.map(row => (
            <DueHomework
              key={row.id}
              homework={row}
              counts={counts.get(row.id)}
              lesson={lesson}
              isForPupil={person !== undefined && isPupil(person)}
              onMoved={notice => setMoveNotice(previous => ({ notice, number: (previous?.number ?? 0) + 1 }))}
            />
          ))}
          {moveNotice && (
            <Text ref={result} component="p" size="sm" role="status" tabIndex={-1}>
              <Fragment key={moveNotice.number}>{moveNotice.notice}</Fragment>
            </Text>
          )}
        </section>
      )}
      {canAdd && (
        <Button
          component={Link}
          variant="filled"
          className={styles.set ?? ''}
          w="100%"
          mt="lg"
          to={paths.newHomework(courseId, {
            subject: String(lesson.subject.id),
            ...(nextToSet && { due: nextToSet.date }),
          })}
          state={{ from: { path: pathname + search, lesson: lesson.key } }}
          leftSection={<IconPlus aria-hidden />}
        >
          {nextToSet && next && nextToSet.key !== next.key
            ? t('card.setHomeworkFor', { day: format.day(nextToSet.date) })
            : t('card.setHomework')}
        </Button>
      )}
    </>
  )
}

const noHomework: readonly ListedHomework[] = []
const noReturns: ReadonlyMap<number, ReturnState> = new Map()

type DueHomeworkProps = {
  homework: ListedHomework
  /** Undefined if the service does not count the submissions for the user. */
  counts: WorkCounts | undefined
  lesson: PlannedLesson
  isForPupil: boolean
  onMoved: (notice: ReactNode) => void
}

/** Links to the correction desk for teachers who mark it. */
function DueHomework({ homework, counts, lesson, isForPupil, onMoved }: DueHomeworkProps) {
  const t = useT('timetable')
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const { id, course_id, text } = homework
  const isCorrector = homework.is_submissionable && canCorrect(homework)
  // Until the lesson begins, no pupil is late.
  const hasBegun =
    `${lesson.date} ${lesson.hour.start}` <= `${toSchoolDay(now, timeZone)} ${toClockTime(now, timeZone)}`
  const hasMissing = hasBegun && counts !== undefined && counts.missing > 0
  const entries = useQuery({ ...query(submissions.list, { todo_id: id }), enabled: hasMissing }).data?.rows
  const returns = usePendingReturnStates().get(id) ?? noReturns
  const missing = hasMissing && entries ? getEntriesIn(entries, returns, 'missing') : []
  return (
    <div className={styles.entry}>
      <Link
        className={styles.homework}
        to={isCorrector ? paths.desk(course_id, id) : paths.task(course_id, id)}
      >
        <bdi>{text}</bdi>
        {counts && <StateBar numbers={workStates.map(state => counts[state])} />}
        {counts && (
          <Text span size="xs" c="dimmed">
            {t('card.counts', formatCounts(counts))}
          </Text>
        )}
      </Link>
      {isForPupil && <OwnWorkLine homework={homework} />}
      {lesson.change === 'cancelled' ? (
        <DueWarning homework={homework} onMoved={({ notice }) => onMoved(notice)} />
      ) : (
        missing.length > 0 && (
          <MissingPupils homework={homework} userIds={missing.map(({ user }) => user.id)} />
        )
      )}
    </div>
  )
}

const formatCounts = ({ missing, toCorrect, corrected, of }: WorkCounts) => ({
  missing: String(missing),
  toCorrect: String(toCorrect),
  corrected: String(corrected),
  of: String(of),
})
