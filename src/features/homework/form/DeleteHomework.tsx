import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchFresh, query, write } from '../../../api/cache/query.ts'
import { ApiError, isNotFound } from '../../../api/client/ApiError.ts'
import { canCorrect, homework as endpoints, type Homework } from '../../../contract/homework.ts'
import { submissions } from '../../../contract/submissions.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { TypeToConfirm } from '../../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './HomeworkForm.module.css'

type DeleteHomeworkProps = {
  courseId: number
  homework: Homework
  onDeleted: (result: HomeworkDeletion) => void
}

/** `unavailable`: it was deleted in the meantime, or the user lost access. */
export type HomeworkDeletion = 'deleted' | 'unavailable'

export function DeleteHomework({ courseId, homework, onDeleted }: DeleteHomeworkProps) {
  const t = useT('homework')
  const formatError = useFormatError()
  const client = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const deletion = useMutation(write(endpoints.remove))
  const entries = useQuery({
    ...query(submissions.list, { todo_id: homework.id }),
    enabled: isConfirming && homework.is_submissionable && canCorrect(homework),
  })
  const ids = { course_id: courseId, homework_id: homework.id }
  const confirmationWord = t('remove.word')

  const { isPending, error } = deletion
  const handleConfirm = () => {
    if (isPending) return
    deletion.mutate(ids, {
      onSuccess: () => onDeleted('deleted'),
      async onError(failure) {
        // A service without deletions answers 404, too.
        const stored = isNotFound(failure) && fetchFresh(client, query(endpoints.get, ids))
        if (stored) await stored.catch(error => isNotFound(error) && onDeleted('unavailable'))
      },
    })
  }

  const getFailureText = (error: unknown) =>
    error instanceof ApiError && error.kind === 'unsupported'
      ? t('remove.unsupported')
      : t('remove.failed', { reason: formatError(error) })

  if (!isConfirming) {
    return (
      <div className={styles.remove}>
        <Button
          variant="subtle"
          onClick={() => setIsConfirming(true)}
          leftSection={<IconTrash aria-hidden />}
        >
          {t('remove.button')}
        </Button>
      </div>
    )
  }
  const handedInCount = entries.data?.rows.filter(({ submission }) => submission.is_submitted).length
  const consequences = !homework.is_submissionable
    ? t('remove.lead')
    : handedInCount === undefined
      ? t('remove.leadUnknown')
      : handedInCount === 0
        ? t('remove.lead')
        : t('remove.leadCount', { count: handedInCount })
  return (
    <section className={styles.remove} aria-label={t('remove.button')}>
      <Notice tone="danger">{consequences}</Notice>
      <TypeToConfirm
        field={{ label: t('remove.type', { word: confirmationWord }), autoFocus: true }}
        isValid={typed => typed.trim().toLowerCase() === confirmationWord.toLowerCase()}
        confirm={{
          label: isPending ? t('remove.deleting') : t('remove.confirm'),
          run: handleConfirm,
        }}
        isBusy={isPending}
        failure={error ? getFailureText(error) : undefined}
      >
        <Button variant="subtle" onClick={() => setIsConfirming(false)}>
          {t('remove.keep')}
        </Button>
      </TypeToConfirm>
    </section>
  )
}
