import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconSend } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import styles from './HandInSending.module.css'
import { commentOf, type HandInDraft, HandInSeen, handInWrite, keptFileOf } from './handInWrite.ts'
import own from './OwnWork.module.css'

type HandInSendingProps = {
  /** What is not done yet of handing in to one homework. */
  writes: readonly Write[]
  draft: OpenDraft<HandInDraft>
  place: ((section: HTMLElement | null) => void) | undefined
  /** What was on its way is in the form again. */
  onBack: () => void
}

/** What is on its way: the hand-in and its files, each with its state, and what to do about those that stand still. */
export function HandInSending({ writes, draft, place, onBack }: HandInSendingProps) {
  const t = useT('task')
  const { writes: outbox, drafts } = useOutbox()
  const names = useKeptNames(writes)

  const back = async () => {
    const comment = writes.map(commentOf).find(text => text !== undefined) ?? ''
    const standing = writes.filter(({ state }) => state !== 'sending')
    const files = (await Promise.all(standing.map(write => drafts.file(keptFileOf(write) ?? ''))))
      .map((file, index) => ({ file, id: keptFileOf(standing[index]) }))
      .flatMap(({ file, id }) =>
        file && id !== undefined ? [{ id, name: file.name, type: file.type, size: file.size }] : [],
      )
    await draft.takeOver()
    // On disk before it is taken out of the outbox, so that it is somewhere at every moment.
    const before = draft.state().value
    const text = [comment, before?.comment ?? ''].filter(
      (part, at, all) => part !== '' && all.indexOf(part) === at,
    )
    draft.set({ comment: text.join('\n\n'), files: [...files, ...(before?.files ?? [])] })
    // No room for it: it stays where it is.
    if (!(await draft.flush())) return
    await Promise.all(standing.map(({ id }) => outbox.cancel(id)))
    onBack()
  }

  return (
    <section ref={place} tabIndex={-1} className={own.section} aria-label={t('sending.title')}>
      <h2 className={own.heading}>{t('sending.title')}</h2>
      <ul className={styles.writes}>
        {writes.map(write => {
          const isFile = write.kind !== handInWrite.name
          const name = names.get(write.id) ?? ''
          return (
            <Entry
              key={write.id}
              write={write}
              name={isFile ? <FileName name={name} /> : t('sending.handIn')}
            >
              {stands(write) && (
                <Button
                  size="sm"
                  aria-label={
                    isFile
                      ? t('sending.named', { action: t('sending.retry'), name: harmlessName(name) })
                      : undefined
                  }
                  onClick={() => void outbox.retry(write.id)}
                >
                  {t(write.state === 'conflict' ? 'sending.over' : 'sending.retry')}
                </Button>
              )}
              {isFile && stands(write) && (
                <Button
                  size="sm"
                  variant="subtle"
                  aria-label={t('sending.named', { action: t('sending.leaveOut'), name: harmlessName(name) })}
                  onClick={() => void outbox.cancel(write.id)}
                >
                  {t('sending.leaveOut')}
                </Button>
              )}
              {!isFile && write.state !== 'sending' && (
                <Button size="sm" onClick={() => void back()}>
                  {t('sending.back')}
                </Button>
              )}
            </Entry>
          )
        })}
      </ul>
    </section>
  )
}

type EntryProps = { write: Write; name: ReactNode; children: ReactNode }

function Entry({ write, name, children }: EntryProps) {
  const t = useT('task')
  const words = useSendingWords()
  const Icon = stands(write) ? IconAlertTriangle : write.state === 'sending' ? IconSend : IconClock
  const theirs = write.state === 'conflict' ? HandInSeen.safeParse(write.theirs).data : undefined
  return (
    <li data-state={write.state}>
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>
        <p role={stands(write) ? 'alert' : 'status'}>{words(write)}</p>
        {theirs?.comment.trim() && (
          <blockquote className={own.quote} dir="auto">
            {theirs.comment}
          </blockquote>
        )}
        {write.error?.kind === 'tooLarge' && write.error.said && (
          <p>{t('sending.said', { said: write.error.said })}</p>
        )}
        <div className={styles.buttons}>{children}</div>
      </div>
    </li>
  )
}

/** It goes no further before a person decides. */
const stands = ({ state }: Write) => state === 'failed' || state === 'uncertain' || state === 'conflict'

/** The names of the files that are on their way, by the id of their write; filled in as they are read. */
function useKeptNames(writes: readonly Write[]): ReadonlyMap<string, string> {
  const { drafts } = useOutbox()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let left = false
    for (const write of writes) {
      const kept = keptFileOf(write)
      if (kept === undefined || names.has(write.id)) continue
      void drafts.file(kept).then(file => {
        if (file && !left) setNames(known => new Map(known).set(write.id, file.name))
      })
    }
    return () => {
      left = true
    }
  }, [drafts, writes, names])
  return names
}

/** One sentence for how far a write is, as its pupil reads it. */
function useSendingWords(): (write: Write) => string {
  const t = useT('task')
  const tErrors = useT('errors')
  const format = useFormat()
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine)
  return ({ kind, state, error, theirs }) => {
    switch (state) {
      case 'waiting':
        if (!online || error?.kind === 'offline') return t('sending.offline')
        if (error?.kind === 'signedOut') return t('sending.signedOut')
        return t(error?.kind === 'busy' ? 'sending.busy' : 'sending.waiting')
      case 'sending':
        // With an error its answer was lost: it is being looked for.
        return t(error ? 'sending.checking' : 'sending.sending')
      case 'done':
        return t('sending.sending')
      case 'uncertain':
        return t('sending.uncertain')
      case 'conflict': {
        const empty = HandInSeen.safeParse(theirs).data?.comment.trim() === ''
        return t(empty ? 'sending.conflictEmpty' : 'sending.conflict')
      }
      case 'failed': {
        const reason = () => {
          if (error?.kind === 'tooLarge') return t('sending.tooLarge')
          if (error?.fields.file !== undefined && error.kind === 'notFound') return t('sending.gone')
          // The one thing the service refuses an open hand-in for (api.md § States).
          if (error?.kind === 'conflict') return t('sending.corrected')
          return errorSentence(error && asError(error), tErrors, format.time)
        }
        return t(kind === handInWrite.name ? 'sending.failed' : 'sending.fileFailed', { reason: reason() })
      }
    }
  }
}

/** A stored error is plain data; a sentence is made of the error itself. */
const asError = (error: NonNullable<Write['error']>): Error => Object.assign(new Error('refused'), error)

function followNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
