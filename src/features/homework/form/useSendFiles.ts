import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { query, write } from '../../../api/query.ts'
import { documents } from '../../../contract/documents.ts'
import { homework } from '../../../contract/homework.ts'
import { relationLabel } from '../../../contract/relations.ts'
import type { KeptFile } from '../../../outbox/Drafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { HomeworkForm } from './useHomeworkForm.ts'

export type SentFile = KeptFile & { state: 'waiting' | 'sending' | 'done' | 'gone' | { error: unknown } }

/**
 * Sends the form's files to a homework that is there, one after another; what was sent leaves the draft. One that failed
 * stops none of the others and goes again only when asked to, after a look whether it arrived (cases 26).
 */
export function useSendFiles(courseId: number, homeworkId: number, form: HomeworkForm) {
  const client = useQueryClient()
  const outbox = useOutbox()
  const upload = useMutation(write(documents.upload))
  const [files, setFiles] = useState<readonly SentFile[]>(() =>
    form.value.files.map(file => ({ ...file, state: 'waiting' })),
  )
  const left = useRef(form.value.files)
  const sending = useRef(false)
  const mark = (id: string, state: SentFile['state']) =>
    setFiles(now => now.map(file => (file.id === id ? { ...file, state } : file)))

  const arrived = async ({ name, size }: KeptFile) => {
    const there = await client.fetchQuery({
      ...query(homework.get, { course_id: courseId, homework_id: homeworkId }),
      staleTime: 0,
      retry: false,
    })
    return there.documents?.some(document => document.name === name && document.size === size) ?? false
  }
  const done = (id: string) => {
    mark(id, 'done')
    left.current = left.current.filter(file => file.id !== id)
    form.change({ files: left.current })
  }
  const send = async (again: boolean) => {
    if (sending.current) return
    sending.current = true
    for (const kept of left.current) {
      mark(kept.id, 'sending')
      try {
        const file = await outbox.drafts.file(kept.id)
        if (!file) {
          mark(kept.id, 'gone')
          continue
        }
        if (!(again && (await arrived(kept)))) {
          const related_to = relationLabel({ kind: 'homework', todoId: homeworkId })
          await upload.mutateAsync({ body: { related_to, file } })
        }
        done(kept.id)
      } catch (error) {
        mark(kept.id, { error })
        // What this service does not offer, it offers for no other file either.
        if (error instanceof ApiError && error.kind === 'unsupported') break
      }
    }
    sending.current = false
  }

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void send(false)
  })

  return { files, retry: () => void send(true) }
}
