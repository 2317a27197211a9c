import { type ReactNode, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { useDraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { useT } from '../../../i18n/useT.ts'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { ReturnAllStatus } from '../correction/ReturnAllStatus.tsx'
import { ChooseScan } from './ChooseScan.tsx'
import { OpenPapers } from './OpenPapers.tsx'
import styles from './Papers.module.css'
import { PapersResult, type ReturnedPapers } from './PapersResult.tsx'
import { emptyPapers, type PapersDraft, papersDraft } from './papersDraft.ts'
import { noOmittedPhotos, omissionReasons } from './readScan.ts'
import { guessPagesPerPart, splitAgain, splitByCount } from './splitPages.ts'

type PapersFormProps = {
  homework: Homework
  entries: readonly SubmissionEntry[]
  /** Warnings above the form. */
  children: ReactNode
}

export function PapersForm({ homework, entries, children }: PapersFormProps) {
  const t = useT('papers')
  const { draft, state } = useDraft(papersDraft, String(homework.id))
  const getNameOf = (pupilId: number) => entries.find(({ user }) => user.id === pupilId)?.user.name ?? ''
  const status = <ReturnAllStatus homework={homework} entries={entries} showsBlocked={false} />
  return (
    <div className={styles.screen}>
      <div className={styles.notices}>{children}</div>
      <DraftVersions
        draft={draft}
        state={state}
        className={styles.notices}
        getLines={({ scan, pageCount, parts }: PapersDraft) => [
          t('scan.facts', { name: sanitizeName(scan[0]?.name ?? ''), pages: pageCount }),
          ...parts.flatMap(({ pupilId, points }) =>
            pupilId === null ? [] : `${sanitizeName(getNameOf(pupilId))} ${points}`,
          ),
        ]}
      >
        <EditablePapers homework={homework} entries={entries} status={status} />
      </DraftVersions>
    </div>
  )
}

type EditablePapersProps = Omit<PapersFormProps, 'children'> & { status: ReactNode }

function EditablePapers({ homework, entries, status }: EditablePapersProps) {
  const t = useT('papers')
  const form = useDraftForm(papersDraft, String(homework.id), emptyPapers)
  const [omitted, setOmitted] = useState(noOmittedPhotos)
  const [returned, setReturned] = useState<ReturnedPapers>()
  if (returned) {
    return (
      <PapersResult
        homework={homework}
        entries={entries}
        returned={returned}
        onAnotherScan={() => setReturned(undefined)}
      />
    )
  }
  if (form.value.scan.length > 0) {
    return (
      <OpenPapers
        homework={homework}
        entries={entries}
        form={form}
        status={status}
        onReturned={papers => {
          setReturned(papers)
          form.restart()
        }}
      >
        {omissionReasons.map(
          reason =>
            omitted[reason].length > 0 && (
              <Notice key={reason} tone="warn" role="status">
                {t(`choose.omitted.${reason}`, {
                  count: omitted[reason].length,
                  names: omitted[reason].map(name => sanitizeName(name)).join(', '),
                })}
              </Notice>
            ),
        )}
      </OpenPapers>
    )
  }
  return (
    <div className={styles.start}>
      {status}
      <ChooseScan
        onRead={({ omitted: photos, ...scan }) => {
          const pagesPerPart = guessPagesPerPart(scan.pageCount, entries.length)
          setOmitted(photos)
          form.change({
            ...emptyPapers,
            ...scan,
            pagesPerPart: String(pagesPerPart),
            parts: splitAgain([], splitByCount(scan.pageCount, pagesPerPart)),
          })
        }}
      />
    </div>
  )
}
