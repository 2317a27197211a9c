import { Link } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import type { DayHomework } from './dayHomework.ts'
import { linkOf } from './homeworkLink.ts'
import type { LoadState } from './useMyHomework.ts'

/** `otherClass`: the user covers a lesson in a class of others, whose homework the service does not show. */
export type HomeworkState = LoadState | 'otherClass'

type HomeworkLineProps = {
  due: readonly DayHomework[]
  toMark: readonly DayHomework[]
  isCancelled: boolean
  isForPupil: boolean
  homeworkState: HomeworkState
  className: string
}

/** Homework that is due in a lesson, or submissions of the subject to mark. */
export function HomeworkLine(props: HomeworkLineProps) {
  const { due, toMark, isCancelled, isForPupil, homeworkState, className } = props
  const t = useT('day')
  const [first] = due
  if (first) {
    const others = due.length - 1
    return (
      <>
        <Link to={linkOf(first, isForPupil)}>{first.text}</Link>{' '}
        {isCancelled
          ? t('wasDueHere')
          : first.counts && first.is_submissionable
            ? t('dueHandedIn', { count: first.counts.handedIn, of: String(first.counts.of) })
            : t('due')}
        {others > 0 && ` ${t('more', { count: others })}`}
      </>
    )
  }
  const [oldest] = toMark
  if (oldest?.counts)
    return (
      <>
        <Link to={linkOf(oldest, isForPupil)}>{oldest.text}</Link>
        {`: ${t('toMark', { count: oldest.counts.toCorrect })}`}
      </>
    )
  if (homeworkState === 'loading') return t('homeworkLoading')
  if (homeworkState === 'failed') return t('homeworkNotLoaded')
  if (homeworkState === 'otherClass') return t('homeworkOfOtherClass', { className })
  return t('nothingDue')
}
