import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
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
import { deskHomeworkQuery, deskSubmissionsQuery, mayReadSubmissions } from '../homeworkQueries.ts'
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
  const client = useQueryClient()
  const { data: homework, ...task } = useQuery(deskHomeworkQuery(courseId, homeworkId))
  const canFetchList = homework ? canCorrect(homework) : mayReadSubmissions(client, courseId, homeworkId)
  const { data: list, ...submissions } = useQuery({
    ...deskSubmissionsQuery(homeworkId),
    enabled: canFetchList,
  })
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
  const error = [task.error, submissions.error].find(each => each && each.kind !== 'signedOut')
  const retry = () => {
    if (task.error) void task.refetch()
    if (canFetchList) void submissions.refetch()
  }
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
  if (!homework || !list) {
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
      <PapersForm homework={homework} entries={list.rows}>
        {error && <StaleNotice error={error} loadedAt={submissions.dataUpdatedAt} retry={retry} />}
        {list.unreadable > 0 && (
          <Notice tone="warn">{tErrors('unreadable', { count: list.unreadable })}</Notice>
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
