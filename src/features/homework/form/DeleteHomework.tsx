import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError, isNotFound } from '../../../api/client/ApiError.ts'
import { canCorrect, homework as endpoints, type Homework } from '../../../contract/homework.ts'
import { submissions } from '../../../contract/submissions.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { type DirectWriteKind, deleteDirectly } from '../../../outbox/queue/directWrite.ts'
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
  const [failure, setFailure] = useState<string>()
  const [isDeleting, setIsDeleting] = useState(false)
  const entries = useQuery({
    ...query(submissions.list, { todo_id: homework.id }),
    enabled: isConfirming && homework.is_submissionable && canCorrect(homework),
  })
  const ids = { course_id: courseId, homework_id: homework.id }
  const confirmationWord = t('remove.word')

  const handleConfirm = async () => {
    if (isDeleting) return
    setFailure(undefined)
    setIsDeleting(true)
    const sent = await deleteDirectly(client, homeworkDeletion, ids)
    setIsDeleting(false)
    if (sent.kind === 'done') return onDeleted(sent.result)
    setFailure(sent.kind === 'uncertain' ? t('remove.uncertain') : getFailureText(sent.error))
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
          label: isDeleting ? t('remove.deleting') : t('remove.confirm'),
          run: () => void handleConfirm(),
        }}
        isBusy={isDeleting}
        failure={failure}
      >
        <Button variant="subtle" onClick={() => setIsConfirming(false)}>
          {t('remove.keep')}
        </Button>
      </TypeToConfirm>
    </section>
  )
}

const homeworkDeletion: DirectWriteKind<typeof endpoints.remove, HomeworkDeletion> = {
  endpoint: endpoints.remove,
  toResult: () => 'deleted',
  async wasApplied({ input }, call) {
    try {
      await call(endpoints.get, input)
      return false
    } catch (error) {
      if (isNotFound(error)) return 'unavailable'
      throw error
    }
  },
}
