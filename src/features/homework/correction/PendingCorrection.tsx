import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import { keyOf } from '../../../api/cache/query.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { getFirstName } from '../../../lib/familyName.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { getUploadFileId } from '../../../outbox/storage/fileStore.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FileList } from '../FileList.tsx'
import { isUndoable } from '../progress/returnStates.ts'
import { useStoredFileNames } from '../storedFiles.ts'
import styles from './Correction.module.css'
import { LabelledSection } from './CorrectionFields.tsx'
import { CorrectionSnapshot, toCorrectionSnapshot } from './correctionDraft.ts'
import { cancelReturn, findBaseSnapshot, findCorrectionBody, hasOnlyFiles } from './correctionWrite.ts'
import { CorrectionConflict, CorrectionText } from './ReturnedCorrection.tsx'
import { replaceCorrection } from './replaceCorrection.ts'
import { findSentFiles } from './sentFiles.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

export function PendingCorrection(props: {
  homework: Homework
  entry: SubmissionEntry
  /** Not done, or not yet read in the submission. */
  writes: readonly Write[]
}) {
  const { homework, entry, writes } = props
  const t = useT('correction')
  const language = useLocale()
  const client = useQueryClient()
  const outbox = useOutbox()
  const formatError = useFormatError()
  const format = useFormat()
  const now = useNow()
  const [problem, setProblem] = useState<'tooLate' | 'notStored'>()
  const startsAt = Math.max(...writes.map(({ notBefore }) => notBefore))
  const secondsLeft = useSecondsUntil(startsAt)
  const blockedWrite = writes.find(write => needsUserAction(write, writes))
  const remote =
    blockedWrite?.state === 'conflict' ? CorrectionSnapshot.safeParse(blockedWrite.remote).data : undefined
  const isConflict = remote !== undefined
  const todoId = homework.id
  useEffect(() => {
    // Fetch the version of the service for the list and the panel.
    if (isConflict) void client.invalidateQueries({ queryKey: keyOf(submissions.list, { todo_id: todoId }) })
  }, [isConflict, client, todoId])

  const body = findCorrectionBody(writes)
  const files = writes.filter(write => getUploadFileId(write) !== undefined)
  const names = useStoredFileNames(files)
  const local = { text: body?.teacher_correction ?? '', points: body?.points ?? null, files }
  const returnLocal = async (conflict: Write, version: CorrectionSnapshot) => {
    try {
      const options = { conflict, entry, writes, remote: version, language }
      if (!(await replaceCorrection(outbox, client, options))) setProblem('tooLate')
    } catch {
      setProblem('notStored')
    }
  }
  const restoreDraft = async (isSetAside = false) => {
    try {
      const isCancelled = await cancelReturn(outbox, {
        todoId,
        userId: entry.user.id,
        writes,
        base:
          remote ??
          (blockedWrite ? undefined : findBaseSnapshot(writes)) ??
          toCorrectionSnapshot(entry.submission),
        isSetAside,
        language,
      })
      if (!isCancelled) setProblem('tooLate')
    } catch {
      setProblem('notStored')
    }
  }
  const retry = ({ id }: Write) => void outbox.writes.retry(id).catch(() => setProblem('notStored'))
  const problemNotice = problem && (
    <Notice tone="warn" role="alert">
      {t(problem === 'tooLate' ? 'onWay.tooLate' : 'notStored')}
    </Notice>
  )
  if (remote && blockedWrite) {
    return (
      <>
        <CorrectionConflict
          homework={homework}
          entry={entry}
          remote={remote}
          local={local}
          sentFiles={findSentFiles(writes, remote)}
          onKeepRemote={() => void restoreDraft(true)}
          onReturnLocal={() => void returnLocal(blockedWrite, remote)}
          onEdit={() => void restoreDraft()}
        />
        {problemNotice}
      </>
    )
  }
  const isSending = writes.some(({ state }) => state === 'sending' || state === 'done')
  const waitingText =
    startsAt > now ? t('onWay.waitingUntil', { time: format.time(startsAt) }) : t('onWay.waiting')
  // The undo line says that it is returned, and has the button.
  const hasUndoLine = secondsLeft > 0 && isUndoable(writes)
  const formatFailure = (write: Write) => {
    const isFile = getUploadFileId(write) !== undefined
    if (write.state === 'uncertain') {
      return isFile
        ? t('onWay.fileUncertain', { file: t('files.one') })
        : t('onWay.uncertain', { name: getFirstName(sanitizeName(entry.user.name)) })
    }
    if (isFile && write.error?.kind === 'unsupported') return t('onWay.filesUnsupported')
    const tooLarge = write.error?.kind === 'tooLarge' ? write.error.serviceMessage : undefined
    return t(isFile ? 'onWay.fileFailed' : 'onWay.failed', {
      reason: tooLarge ?? formatError(write.error),
    })
  }
  return (
    <div className={styles.form}>
      {blockedWrite ? (
        <Notice tone={blockedWrite.state === 'uncertain' ? 'warn' : 'danger'} role="alert">
          {formatFailure(blockedWrite)} {t('onWay.kept')}
        </Notice>
      ) : (
        !hasUndoLine && (
          <Notice tone="stale" role="status">
            {isSending ? t('onWay.sending') : waitingText}
          </Notice>
        )
      )}
      <CorrectionText label={t('text')} text={local.text} points={local.points} />
      {files.length > 0 && (
        <LabelledSection label={t('files.title')}>
          <FileList
            files={files.map(({ id, state }) => ({ id, state, name: names.get(id) ?? '…' }))}
            renderDetails={({ state }) => t(getFileStateKey(state))}
          />
        </LabelledSection>
      )}
      <Group gap="sm">
        {blockedWrite && <Button onClick={() => retry(blockedWrite)}>{t('onWay.retry')}</Button>}
        {!isSending && !hasUndoLine && (
          <Button onClick={() => void restoreDraft()}>
            {t(blockedWrite ? 'onWay.discard' : 'onWay.takeBack')}
          </Button>
        )}
      </Group>
      {problemNotice}
    </div>
  )
}

const getFileStateKey = (state: Write['state']) => {
  if (state === 'waiting' || state === 'sending') return `files.${state}` as const
  return state === 'done' ? 'files.sent' : 'files.failed'
}

// `useOmittedFiles` removes uploads that the service does not support.
const needsUserAction = (write: Write, writes: readonly Write[]) =>
  write.state === 'failed'
    ? write.error?.kind !== 'unsupported' || getUploadFileId(write) === undefined || hasOnlyFiles(writes)
    : write.state === 'conflict' || write.state === 'uncertain'
