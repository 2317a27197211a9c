import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query, write } from '../../../api/cache/query.ts'
import { ApiError, isAnswerLost } from '../../../api/client/ApiError.ts'
import { canCorrect, homework as endpoints, type Homework } from '../../../contract/homework.ts'
import { submissions } from '../../../contract/submissions.ts'
import { useErrorSentence } from '../../../i18n/useErrorSentence.ts'
import { useT } from '../../../i18n/useT.ts'
import { TypeToConfirm } from '../../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './HomeworkForm.module.css'

type DeleteHomeworkProps = { courseId: number; homework: Homework; onDeleted: () => void }

/** Deletion, apart from everything else: says what goes with it, and asks for the word to be typed. */
export function DeleteHomework({ courseId, homework, onDeleted }: DeleteHomeworkProps) {
  const t = useT('homework')
  const said = useErrorSentence()
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const remove = useMutation(write(endpoints.remove))
  const entries = useQuery({
    ...query(submissions.list, { todo_id: homework.id }),
    enabled: asked && homework.is_submissionable && canCorrect(homework),
  })
  const ids = { course_id: courseId, homework_id: homework.id }
  const word = t('remove.word')

  const run = async () => {
    setFailure(undefined)
    try {
      await remove.mutateAsync(ids)
      onDeleted()
    } catch (error) {
      if (isAnswerLost(error) && (await isGone())) onDeleted()
      else setFailure(error)
    }
  }
  /** The answer was lost: is it there still? */
  const isGone = async () => {
    try {
      await client.fetchQuery({ ...query(endpoints.get, ids), staleTime: 0, retry: false })
      return false
    } catch (error) {
      return error instanceof ApiError && error.kind === 'notFound'
    }
  }

  const whyNot = (error: unknown) =>
    error instanceof ApiError && error.kind === 'unsupported'
      ? t('remove.unsupported')
      : t('remove.failed', { reason: said(error) })

  if (!asked) {
    return (
      <div className={styles.remove}>
        <Button variant="subtle" onClick={() => setAsked(true)} leftSection={<IconTrash aria-hidden />}>
          {t('remove.button')}
        </Button>
      </div>
    )
  }
  const handedIn = entries.data?.rows.filter(({ submission }) => submission.is_submitted).length
  const consequences = !homework.is_submissionable
    ? t('remove.lead')
    : handedIn === undefined
      ? t('remove.leadUnknown')
      : handedIn === 0
        ? t('remove.lead')
        : t('remove.leadCount', { count: handedIn })
  return (
    <section className={styles.remove} aria-label={t('remove.button')}>
      <Notice tone="danger">{consequences}</Notice>
      <TypeToConfirm
        field={{ label: t('remove.type', { word }), autoFocus: true }}
        isTyped={typed => typed.trim().toLowerCase() === word.toLowerCase()}
        confirm={{
          label: remove.isPending ? t('remove.deleting') : t('remove.confirm'),
          run: () => void run(),
        }}
        busy={remove.isPending}
        failure={failure === undefined ? undefined : whyNot(failure)}
      >
        <Button variant="subtle" onClick={() => setAsked(false)}>
          {t('remove.keep')}
        </Button>
      </TypeToConfirm>
    </section>
  )
}
