import { UnstyledButton } from '@mantine/core'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type RefObject, useRef, useState } from 'react'
import { bytesOf } from '../../../api/client/documentBytes.ts'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerWords } from '../../../i18n/useViewerWords.ts'
import { AsOf } from '../../../ui/feedback/LoadFailed.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { Formatted } from '../../../ui/viewer/Formatted.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { type FileGroup, fileGroups, firstGroup } from './FileTiles.tsx'
import { OwnWork } from './OwnWork.tsx'
import styles from './Task.module.css'
import { dueSentence } from './taskTimes.ts'
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

/** What is to be done, by when, and what else is written to it. */
function TaskText({ task, subject }: { task: Homework; subject: Subject | undefined }) {
  const t = useT('task')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const { points } = task
  return (
    <>
      <header className={styles.head} style={{ '--subject': subject?.colour } as CSSProperties}>
        <h2 className={styles.title} dir="auto">
          {task.text}
        </h2>
        <p className={styles.facts}>
          <span>{dueSentence(task.until_datetime, { t, format, timeZone, now })}</span>
          {typeof points === 'number' && (
            <span>{t('maximum', { points, written: format.number(points) })}</span>
          )}
        </p>
      </header>
      {task.note?.trim() && (
        <div className={styles.note}>
          <Formatted html={task.note_formatted} text={task.note} />
        </div>
      )}
    </>
  )
}

type TaskFilesProps = {
  place: RefObject<HTMLElement | null>
  groups: readonly FileGroup[]
  /** Id of the file on show; the group it is of shows with it. */
  shown: number | undefined
  onShow: (id: number) => void
}

/** The files of the task, of the own work and of the correction, one group at a time. */
function TaskFiles({ place, groups, shown, onShow }: TaskFilesProps) {
  const t = useT('task')
  const words = useViewerWords()
  const queryClient = useQueryClient()
  const [views] = useState(createViewMemory)
  const group = groups.find(({ files }) => files.some(({ id }) => id === shown)) ?? groups[0]
  if (!group) return null
  return (
    <section ref={place} className={styles.files} aria-label={t('files.title')}>
      {groups.length === 1 && (
        <h2 className={styles.groupName}>
          {t(`files.${group.name}`)} <span>{group.files.length}</span>
        </h2>
      )}
      {groups.length > 1 && (
        <fieldset className={styles.groups} aria-label={t('files.which')}>
          {groups.map(({ name, files }) => (
            <UnstyledButton
              key={name}
              aria-pressed={name === group.name}
              onClick={() => files[0] && onShow(files[0].id)}
            >
              {t(`files.${name}`)} <span>{files.length}</span>
            </UnstyledButton>
          ))}
        </fieldset>
      )}
      <Viewer
        key={group.name}
        files={group.files}
        shown={shown}
        onShow={onShow}
        load={({ document }) => queryClient.ensureQueryData(bytesOf(document))}
        words={words}
        views={views}
      />
    </section>
  )
}
