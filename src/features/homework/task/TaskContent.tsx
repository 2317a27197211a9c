import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { AsOf } from '../../../ui/AsOf.tsx'
import { useNow } from '../../../ui/SchoolTime.tsx'
import { fileGroups, firstGroup } from './fileGroups.ts'
import { OwnWork } from './OwnWork.tsx'
import styles from './Task.module.css'
import { TaskFiles } from './TaskFiles.tsx'
import { TaskText } from './TaskText.tsx'
import type { OwnSubmission } from './useOwnSubmission.ts'
import type { Subject } from './useSubject.ts'

type TaskContentProps = {
  task: Homework
  asked: UseQueryResult<Homework>
  subject: Subject | undefined
  own: OwnSubmission
}

/** The task with its files, and beside it what the person has to do with it. */
export function TaskContent({ task, asked, subject, own }: TaskContentProps) {
  const t = useT('task')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const submission = own.kind === 'there' ? own.submission : undefined
  const groups = fileGroups(task, submission)
  const [chosen, setChosen] = useState<number>()
  const files = useRef<HTMLElement>(null)

  const stale = asked.error
    ? { error: asked.error, asOf: asked.dataUpdatedAt, retry: () => void asked.refetch() }
    : own.kind === 'there'
      ? own.stale
      : undefined
  const show = (id: number) => {
    setChosen(id)
    files.current?.scrollIntoView({ block: 'nearest' })
  }
  const hasSide = own.kind !== 'none' || canCorrect(task)
  return (
    <div className={styles.task} data-alone={!hasSide} data-corrected={submission?.is_corrected === true}>
      <article className={styles.article}>
        {stale && (
          <div className={styles.notices}>
            <AsOf
              sentence={t('stale', {
                when: format.moment(stale.asOf, now),
                reason: errorSentence(stale.error, tErrors, format.time),
              })}
              retry={{ label: tErrors('tryAgain'), run: stale.retry }}
            />
          </div>
        )}
        <TaskText task={task} subject={subject} />
      </article>
      {groups.length > 0 && (
        <TaskFiles
          place={files}
          groups={groups}
          shown={chosen ?? firstGroup(groups)?.files[0]?.id}
          onShow={setChosen}
        />
      )}
      {hasSide && (
        <div className={styles.side}>
          <OwnWork task={task} own={own} onShowFile={show} />
        </div>
      )}
    </div>
  )
}
