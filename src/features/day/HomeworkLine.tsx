import { Link } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import styles from './Day.module.css'
import { type DayHomework, formatHandedIn } from './dayHomework.ts'
import { linkOf } from './homeworkLink.ts'
import type { MyLesson } from './myDays.ts'
import type { LoadState } from './useMyHomework.ts'

/** `otherClass`: the user covers a lesson in a class of others, whose homework the service does not show. */
export type HomeworkState = LoadState | 'otherClass'

type HomeworkLineProps = {
  entry: MyLesson
  due: readonly DayHomework[]
  /** Submissions of the subject to mark, without those of `due`. */
  toMark: readonly DayHomework[]
  isCancelled: boolean
  isForPupil: boolean
  homeworkState: HomeworkState
}

/** Homework that is due in a lesson, and submissions of the subject to mark. */
export function HomeworkLine({
  entry,
  due,
  toMark,
  isCancelled,
  isForPupil,
  homeworkState,
}: HomeworkLineProps) {
  const t = useT('day')
  const [firstDue] = due
  const [oldest] = toMark
  if (!firstDue && !oldest)
    return <p className={styles.line}>{t(emptyTexts[homeworkState], { className: entry.className })}</p>
  return (
    <>
      {firstDue && (
        <p className={styles.line} data-strong>
          <Link to={linkOf(firstDue, isForPupil)}>{firstDue.text}</Link>{' '}
          <span>
            {isCancelled
              ? t('wasDueHere')
              : firstDue.counts
                ? t('dueHandedIn', formatHandedIn(firstDue.counts))
                : t('due')}
          </span>
          <Others entry={entry} count={due.length - 1} />
        </p>
      )}
      {oldest?.counts && (
        <p className={styles.line} data-strong>
          <Link to={linkOf(oldest, isForPupil)}>{oldest.text}</Link>
          <span>{`: ${t('toMark', { count: oldest.counts.toCorrect })}`}</span>
          <Others entry={entry} count={toMark.length - 1} />
        </p>
      )}
    </>
  )
}

const emptyTexts = {
  loaded: 'nothingDue',
  loading: 'homeworkLoading',
  failed: 'homeworkNotLoaded',
  otherClass: 'homeworkOfOtherClass',
} as const

/** Leads to the homework of the subject. */
function Others({ entry: { courseId, lesson }, count }: { entry: MyLesson; count: number }) {
  const t = useT('day')
  if (count <= 0) return null
  return (
    <>
      {' '}
      <Link to={paths.homework(courseId, { subject: String(lesson.subject.id) })}>
        {t('more', { count })}
      </Link>
    </>
  )
}
