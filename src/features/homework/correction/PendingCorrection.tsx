import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { useEntries } from '../../../delivery/DeliveryContext.ts'
import type { Entry } from '../../../delivery/entries/Entry.ts'
import { useT } from '../../../i18n/useT.ts'
import { PendingWrites } from '../../unsent/PendingWrites.tsx'
import { FileList } from '../FileList.tsx'
import { correctionLane } from '../progress/returnStates.ts'
import { CorrectionConflict } from './CorrectionConflict.tsx'
import { CorrectionDraft } from './correctionDraft.ts'
import { readCorrectionBody } from './correctionEntry.ts'
import { CorrectionSnapshot } from './correctionSnapshot.ts'
import { CorrectionText } from './ReturnedCorrection.tsx'

/** A correction of a pupil that is not sent yet. */
export function PendingCorrection({ homework, entry }: { homework: Homework; entry: SubmissionEntry }) {
  const t = useT('correction')
  const client = useQueryClient()
  const lane = correctionLane(homework.id, entry.user.id)
  const hasConflict = useEntries(lane).some(pending => pending.lane === lane && pending.state === 'conflict')
  useEffect(() => {
    // The list and the form show the other version, too.
    if (hasConflict)
      void client.invalidateQueries({ queryKey: keyOf(submissions.list, { todo_id: homework.id }) })
  }, [hasConflict, client, homework.id])
  const readLocal = (pending: Entry) => {
    const { teacher_correction: text = '', points = null } = readCorrectionBody(pending) ?? {}
    return { text, points }
  }
  const readRemote = (pending: Entry) =>
    pending.state === 'conflict' ? CorrectionSnapshot.safeParse(pending.remote).data : undefined
  return (
    <PendingWrites
      lane={lane}
      renderContent={pending => {
        const { files = [], marked = [] } = CorrectionDraft.safeParse(pending.draft?.value).data ?? {}
        return (
          <>
            {!readRemote(pending)?.is_corrected && (
              <CorrectionText label={t('text')} {...readLocal(pending)} />
            )}
            <FileList files={[...files, ...marked.map(file => ({ id: file.log, name: file.name }))]} />
          </>
        )
      }}
      renderConflict={pending => {
        const remote = readRemote(pending)
        return (
          remote && (
            <CorrectionConflict
              homework={homework}
              entry={entry}
              remote={remote}
              local={readLocal(pending)}
            />
          )
        )
      }}
    />
  )
}
