import { IconLock, IconNotebook } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Homework } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'

/** Homework with nothing for this person to correct, and where to go instead. */
export function ClosedDesk({ homework, why }: { homework: Homework; why: 'notTaken' | 'notYours' }) {
  const t = useT('desk')
  const { course_id, id, can_edit } = homework
  return (
    <EmptyState
      icon={why === 'notTaken' ? <IconNotebook aria-hidden /> : <IconLock aria-hidden />}
      title={t(`closed.${why}`)}
      actions={
        <>
          <Link className={buttonClass()} to={paths.task(course_id, id)}>
            {t('closed.task')}
          </Link>
          {why === 'notTaken' && can_edit && (
            <Link className={buttonClass({ look: 'quiet' })} to={paths.changeHomework(course_id, id)}>
              {t('closed.change')}
            </Link>
          )}
        </>
      }
    >
      {t(`closed.${why}Lead`)}
    </EmptyState>
  )
}
