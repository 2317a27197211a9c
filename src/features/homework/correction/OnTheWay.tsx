import '@mantine/core/styles/Group.layer.css'
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import { keyOf } from '../../../api/cache/query.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { useErrorSentence } from '../../../i18n/useErrorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useNow } from '../../../ui/SchoolTime.tsx'
import { FileList } from '../FileList.tsx'
import { errorOf, keptFileOf, useKeptNames } from '../keptFiles.ts'
import styles from './Correction.module.css'
import { CorrectionSeen, correctionWrite, seenOf } from './correctionWrite.ts'
import { CorrectionText, firstName, Labelled, TwoVersions } from './Returned.tsx'
import { correctionIn, unsend } from './useReturn.ts'

type OnTheWayProps = { homework: Homework; entry: SubmissionEntry; writes: readonly Write[] }

/** A correction that is stored for sending: how far it is, and what to do where it stands. */
export function OnTheWay({ homework, entry, writes }: OnTheWayProps) {
  const t = useT('correction')
  const language = useLocale()
  const client = useQueryClient()
  const outbox = useOutbox()
  const failure = useFailure()
  const format = useFormat()
  const now = useNow()
  const [refused, setRefused] = useState<'tooLate' | 'notStored'>()
  const standing = writes.find(write => stands(write))
  const theirs =
    standing?.kind === correctionWrite.name && standing.state === 'conflict'
      ? CorrectionSeen.safeParse(standing.theirs).data
      : undefined
  const isConflict = theirs !== undefined
  const todoId = homework.id
  useEffect(() => {
    // What is there now shows in the list and beside the correction too.
    if (isConflict) void client.invalidateQueries({ queryKey: keyOf(submissions.list, { todo_id: todoId }) })
  }, [isConflict, client, todoId])

  const body = correctionIn(writes)
  const files = writes.filter(write => keptFileOf(write) !== undefined)
  const names = useKeptNames(files)
  const mine = { text: body?.teacher_correction ?? '', points: body?.points ?? null, files }
  const back = async (aside = false) => {
    try {
      const done = await unsend(outbox, {
        todoId,
        userId: entry.user.id,
        writes,
        opened: theirs ?? seenOf(entry.submission),
        aside,
        points: points => formatPoints(points, language),
      })
      if (!done) setRefused('tooLate')
    } catch {
      setRefused('notStored')
    }
  }
  if (theirs && standing) {
    return (
      <TwoVersions
        homework={homework}
        entry={entry}
        theirs={theirs}
        mine={mine}
        onKeepTheirs={() => void back(true)}
        onReturnMine={() => void outbox.writes.retry(standing.id)}
        onEdit={() => void back()}
      />
    )
  }
  const isSending = writes.some(({ state }) => state === 'sending')
  const startsAt = Math.max(...writes.map(({ notBefore }) => notBefore))
  const said = () => {
    if (isSending) return t('onWay.sending')
    return startsAt > now ? t('onWay.waitingUntil', { time: format.time(startsAt) }) : t('onWay.waiting')
  }
  return (
    <div className={styles.form}>
      {standing ? (
        <Notice tone={standing.state === 'uncertain' ? 'warn' : 'danger'} role="alert">
          {failure(standing, firstName(entry.user.name))} {t('onWay.kept')}
        </Notice>
      ) : (
        <Notice tone="stale" role="status">
          {said()}
        </Notice>
      )}
      <CorrectionText label={t('text')} text={mine.text} points={mine.points} />
      {files.length > 0 && (
        <Labelled label={t('files.title')}>
          <FileList
            files={files.map(({ id, state }) => ({ id, state, name: names.get(id) ?? '…' }))}
            said={({ state }) => t(words[state])}
          />
        </Labelled>
      )}
      <Group gap="sm">
        {standing && (
          <Button onClick={() => void outbox.writes.retry(standing.id)}>{t('onWay.retry')}</Button>
        )}
        {!isSending && (
          <Button onClick={() => void back()}>{t(standing ? 'onWay.discard' : 'onWay.takeBack')}</Button>
        )}
      </Group>
      {refused && (
        <Notice tone="warn" role="alert">
          {t(refused === 'tooLate' ? 'onWay.tooLate' : 'notStored')}
        </Notice>
      )}
    </div>
  )
}

const words = {
  waiting: 'files.waiting',
  sending: 'files.sending',
  done: 'files.sent',
  failed: 'files.failed',
  uncertain: 'files.failed',
  conflict: 'files.failed',
} as const

/** It goes no further by itself. A file this service has no place for is left out (`useLeftOutFiles`). */
const stands = (write: Write) =>
  write.state === 'failed'
    ? write.error?.kind !== 'unsupported' || keptFileOf(write) === undefined
    : write.state === 'conflict' || write.state === 'uncertain'

/** Why a write of a correction stands still, as one sentence. `name`: the pupil's. */
function useFailure(): (write: Write, name: string) => string {
  const t = useT('correction')
  const said = useErrorSentence()
  return (write, name) => {
    const isFile = keptFileOf(write) !== undefined
    if (write.state === 'uncertain') {
      return isFile ? t('onWay.fileUncertain', { file: t('files.one') }) : t('onWay.uncertain', { name })
    }
    const tooLarge = write.error?.kind === 'tooLarge' ? write.error.said : undefined
    const reason = tooLarge ?? said(errorOf(write))
    return isFile ? t('onWay.fileFailed', { reason }) : t('onWay.failed', { reason })
  }
}
