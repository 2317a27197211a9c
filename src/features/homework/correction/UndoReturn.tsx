import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useDelivery, useEntries } from '../../../delivery/DeliveryContext.ts'
import { undoMs } from '../../../delivery/entries/Entry.ts'
import { useT } from '../../../i18n/useT.ts'
import { getFirstName } from '../../../lib/familyName.ts'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { correctionLanePrefix, parseLanePupilId } from '../progress/returnStates.ts'
import styles from './Correction.module.css'
import { useSecondsUntil } from './useSecondsUntil.ts'

type UndoReturn = {
  /** Undo button for the newest return. */
  line: ReactNode
  /** Announcement for screen readers. */
  announcement: ReactNode
  undo: () => void
}

/** Returns the undo of "Return and next". Each correction waits in the delivery until its undo time is over. */
export function useUndoReturn(
  homework: Homework,
  submissions: readonly SubmissionEntry[],
  onUndone: (userId: number) => void,
): UndoReturn {
  const t = useT('correction')
  const delivery = useDelivery()
  const { run, storageError } = useStoredAction()
  const newest = useEntries(correctionLanePrefix(homework.id)).findLast(
    entry => entry.group === undefined && delivery.isDelayed(entry),
  )
  const userId = newest && parseLanePupilId(newest.lane, homework.id)
  const pupil = submissions.find(({ user }) => user.id === userId)?.user
  const name = pupil && getFirstName(sanitizeName(pupil.name))
  const undo = () => {
    if (newest && pupil)
      run(async () => {
        if (await delivery.entries.edit(newest.id)) onUndone(pupil.id)
      })
  }
  return {
    line: (
      <>
        {newest && name !== undefined && (
          <UndoLine key={newest.id} name={name} endsAt={newest.notBefore} undo={undo} />
        )}
        {storageError}
      </>
    ),
    announcement: (
      <VisuallyHidden role="status">
        {newest && name !== undefined && (
          <span key={newest.id}>{t('undo.within', { name, seconds: String(undoMs / 1000) })}</span>
        )}
      </VisuallyHidden>
    ),
    undo,
  }
}

/** `endsAt`: end of the undo time, in Unix ms. */
type UndoLineProps = { name: string; endsAt: number; undo: () => void }

/** "Returned to Ilja", with the undo button and the remaining seconds. */
function UndoLine({ name, endsAt, undo }: UndoLineProps) {
  const t = useT('correction')
  const seconds = useSecondsUntil(endsAt)
  if (seconds === 0) return null
  return (
    <div className={styles.undo} data-undo>
      <IconCheck className={styles.undoIcon} aria-hidden />
      <span className={styles.undoText}>
        {t.rich('undo.returned', { name, person: text => <bdi translate="no">{text}</bdi> })}
      </span>
      <UnstyledButton
        variant="link"
        aria-keyshortcuts="u"
        aria-label={t('undo.actionFor', { name })}
        // The second click of a double click would undo the previous correction.
        onClick={event => event.detail < 2 && undo()}
      >
        {t('undo.action')}
      </UnstyledButton>
      <span className={styles.seconds}>{t('undo.seconds', { seconds: String(seconds) })}</span>
      {/* Not animated, because that would repaint the page all the time while the teacher types. */}
      <i className={styles.remainingTime} style={{ width: `${(seconds * 100_000) / undoMs}%` }} aria-hidden />
    </div>
  )
}
