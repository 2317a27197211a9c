import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import { keyOf } from '../../../api/cache/query.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useNow } from '../../../ui/SchoolTime.tsx'
import fields from './CorrectionFields.module.css'
import panel from './CorrectionPanel.module.css'
import styles from './CorrectionText.module.css'
import { CorrectionSeen, correctionWrite, seenOf } from './correctionWrite.ts'
import { firstName } from './Returned.tsx'
import { correctionIn, keptFileOf } from './storedCorrection.ts'
import { CorrectionText } from './TextRow.tsx'
import { TwoVersions } from './TwoVersions.tsx'
import { unsend } from './unsend.ts'

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
  const said = isSending
    ? t('onWay.sending')
    : startsAt > now
      ? t('onWay.waitingUntil', { time: format.time(startsAt) })
      : t('onWay.waiting')
  return (
    <div className={panel.form}>
      {standing ? (
        <Notice tone={standing.state === 'uncertain' ? 'warn' : 'danger'} role="alert">
          {failure(standing, firstName(entry.user.name))} {t('onWay.kept')}
        </Notice>
      ) : (
        <Notice tone="stale" role="status">
          {said}
        </Notice>
      )}
      <CorrectionText label={t('text')} text={mine.text} points={mine.points} />
      {files.length > 0 && <FilesOnTheWay writes={files} />}
      <div className={styles.actions}>
        {standing && (
          <Button onClick={() => void outbox.writes.retry(standing.id)}>{t('onWay.retry')}</Button>
        )}
        {!isSending && (
          <Button onClick={() => void back()}>{t(standing ? 'onWay.discard' : 'onWay.takeBack')}</Button>
        )}
      </div>
      {refused && (
        <Notice tone="warn" role="alert">
          {t(refused === 'tooLate' ? 'onWay.tooLate' : 'notStored')}
        </Notice>
      )}
    </div>
  )
}

/** It goes no further by itself. A file this service has no place for is left out (`useLeftOutFiles`). */
const stands = (write: Write) =>
  write.state === 'failed'
    ? write.error?.kind !== 'unsupported' || keptFileOf(write) === undefined
    : write.state === 'conflict' || write.state === 'uncertain'

/** Why a write of a correction stands still, as one sentence. `name`: the pupil's. */
function useFailure(): (write: Write, name: string) => string {
  const t = useT('correction')
  const tErrors = useT('errors')
  const format = useFormat()
  return (write, name) => {
    const isFile = keptFileOf(write) !== undefined
    if (write.state === 'uncertain') {
      return isFile ? t('onWay.fileUncertain', { file: t('files.one') }) : t('onWay.uncertain', { name })
    }
    const said = write.error?.kind === 'tooLarge' ? write.error.said : undefined
    const reason = said ?? errorSentence(write.error && asError(write.error), tErrors, format.time)
    return isFile ? t('onWay.fileFailed', { reason }) : t('onWay.failed', { reason })
  }
}

/** A stored error is plain data; a sentence is made of the error itself. */
const asError = (error: NonNullable<Write['error']>): Error => Object.assign(new Error('refused'), error)

const words = {
  waiting: 'files.waiting',
  sending: 'files.sending',
  done: 'files.sent',
  failed: 'files.failed',
  uncertain: 'files.failed',
  conflict: 'files.failed',
} as const

/** The files of a correction that is on its way, each with how far it is. */
function FilesOnTheWay({ writes }: { writes: readonly Write[] }) {
  const t = useT('correction')
  const { drafts } = useOutbox()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const ids = writes.map(write => keptFileOf(write) ?? '').join(' ')
  useEffect(() => {
    let left = false
    for (const id of ids.split(' ')) {
      void drafts.file(id).then(file => {
        if (file && !left) setNames(known => new Map(known).set(id, file.name))
      })
    }
    return () => {
      left = true
    }
  }, [drafts, ids])
  return (
    <section className={styles.facts}>
      <h3 className={styles.label}>{t('files.title')}</h3>
      <ul className={fields.files}>
        {writes.map(write => (
          <li key={write.id}>
            <FileName name={names.get(keptFileOf(write) ?? '') ?? '…'} />
            <span className={fields.size}>{t(words[write.state])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
