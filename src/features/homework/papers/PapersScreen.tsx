import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { Suspense, useMemo } from 'react'
import { useParams } from 'react-router'
import { canCorrect } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { LoadError, StaleNotice } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { ScreenHeader } from '../../../ui/layout/ScreenHeader.tsx'
import { DeskUnavailable } from '../desk/DeskEmptyStates.tsx'
import { useHomeworkWithSubmissions } from '../useHomeworkWithSubmissions.ts'
import styles from './Papers.module.css'
import { PapersForm } from './PapersForm.tsx'

/** /classes/:courseId/homework/:homeworkId/papers */
export function PapersScreen() {
  const { courseId, homeworkId } = useParams()
  return (
    <Suspense fallback={<PapersSkeleton />}>
      <Papers key={homeworkId} courseId={Number(courseId)} homeworkId={Number(homeworkId)} />
    </Suspense>
  )
}

const maxTitleLength = 80

function Papers({ courseId, homeworkId }: { courseId: number; homeworkId: number }) {
  const t = useT('papers')
  const tDesk = useT('desk')
  const tErrors = useT('errors')
  const { homework, submissions, error, loadedAt, retry } = useHomeworkWithSubmissions(courseId, homeworkId)
  const parent = useMemo(
    () => ({ label: tDesk('title'), to: paths.desk(courseId, homeworkId) }),
    [tDesk, courseId, homeworkId],
  )
  const name = homework && truncateText(homework.text.trim().split('\n', 1)[0] ?? '', maxTitleLength, '…')
  const header = (
    <ScreenHeader
      title={t('title')}
      documentTitle={name === undefined ? t('title') : t('documentTitle', { homework: name })}
      parent={parent}
      back={parent}
    />
  )
  if (homework && !canCorrect(homework)) {
    return (
      <>
        {header}
        <div className={styles.message}>
          <DeskUnavailable homework={homework} reason="notYours" />
        </div>
      </>
    )
  }
  if (!homework || !submissions) {
    return (
      <>
        {header}
        {error ? (
          <div className={styles.message}>
            <LoadError title={t('failed')} error={error} retry={retry} />
          </div>
        ) : (
          <PapersSkeleton />
        )}
      </>
    )
  }
  return (
    <>
      {header}
      <PapersForm homework={homework} entries={submissions.rows}>
        {error && <StaleNotice error={error} loadedAt={loadedAt} retry={retry} />}
        {submissions.unreadable > 0 && (
          <Notice tone="warn">{tErrors('unreadable', { count: submissions.unreadable })}</Notice>
        )}
      </PapersForm>
    </>
  )
}

function PapersSkeleton() {
  const t = useT('papers')
  return (
    <Stack p="lg" maw="32rem">
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton width="14rem" height="1.25rem" />
      <Skeleton width="90%" />
      <Skeleton width="75%" />
      <Skeleton width="100%" height="3.375rem" />
    </Stack>
  )
}
