import { Button } from '@mantine/core'
import { IconChecks, IconInbox, IconUserQuestion } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Homework } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import styles from './Desk.module.css'
import type { Pupil } from './pupilGroups.ts'
import { within } from './usePupils.ts'

type NoPupilProps = {
  homework: Homework
  /** The address names somebody who is not in the list. */
  unknown: boolean
  waiting: readonly Pupil[]
  corrected: number
  to: (userId: number) => string
  /** Opens the list where it has no column of its own. */
  choose: () => void
}

/** The desk without a pupil: what is done, what is left, and the way on. */
export function NoPupil({ homework, unknown, waiting, corrected, to, choose }: NoPupilProps) {
  const t = useT('desk')
  const { course_id, id } = homework
  const first = waiting[0]
  const state = unknown ? 'unknown' : first ? 'left' : corrected > 0 ? 'all' : 'nothing'
  const titles = {
    unknown: t('unknown.title'),
    left: t('none.leftTitle', { count: waiting.length }),
    all: t('none.allTitle'),
    nothing: t('none.nothingTitle'),
  }
  const leads = {
    unknown: t('unknown.lead'),
    left: t('none.leftLead'),
    all: t('none.allLead'),
    nothing: t('none.nothingLead'),
  }
  const icons = {
    unknown: <IconUserQuestion aria-hidden />,
    left: <IconInbox aria-hidden />,
    all: <IconChecks aria-hidden />,
    nothing: <IconInbox aria-hidden />,
  }
  return (
    <div role="status">
      <EmptyState
        icon={icons[state]}
        title={titles[state]}
        actions={
          <>
            {first && (
              <Button component={Link} variant="filled" to={to(first.id)} {...within}>
                {t('none.goOn', { name: harmlessName(first.name) })}
              </Button>
            )}
            {state === 'all' && (
              <Button component={Link} to={paths.overview(course_id, id)}>
                {t('none.overview')}
              </Button>
            )}
            {state !== 'left' && (
              <Button component={Link} variant="subtle" to={paths.homework(course_id)}>
                {t('none.homework')}
              </Button>
            )}
            <Button variant="subtle" className={styles.chooser} aria-haspopup="dialog" onClick={choose}>
              {t('none.pupils')}
            </Button>
          </>
        }
      >
        {leads[state]}
      </EmptyState>
    </div>
  )
}
