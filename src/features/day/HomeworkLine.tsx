import { Link } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import type { DayHomework } from './dayHomework.ts'
import { linkOf } from './homeworkLink.ts'
import type { LoadState } from './useMyHomework.ts'

type HomeworkLineProps = {
  due: readonly DayHomework[]
  toMark: readonly DayHomework[]
  isCancelled: boolean
  isForPupil: boolean
  homeworkState: LoadState
}

/** Homework that is due in a lesson, or submissions of the subject to mark. */
export function HomeworkLine({ due, toMark, isCancelled, isForPupil, homeworkState }: HomeworkLineProps) {
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
  return t('nothingDue')
}
