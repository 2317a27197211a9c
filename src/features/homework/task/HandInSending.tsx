import { IconAlertTriangle, IconClock, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { OpenDraft } from '../../../outbox/Drafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/Writes.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import styles from './HandInSending.module.css'
import type { HandInDraft } from './handInDraft.ts'
import { handInWrite } from './handInWrite.ts'
import { HandInSeen } from './judgeHandIn.ts'
import own from './OwnWork.module.css'
import { commentOf, keptFileOf } from './storedInput.ts'
import { useKeptNames } from './useKeptNames.ts'
import { useSendingWords } from './useSendingWords.ts'

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
                  size="small"
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
                  size="small"
                  look="quiet"
                  aria-label={t('sending.named', { action: t('sending.leaveOut'), name: harmlessName(name) })}
                  onClick={() => void outbox.cancel(write.id)}
                >
                  {t('sending.leaveOut')}
                </Button>
              )}
              {!isFile && write.state !== 'sending' && (
                <Button size="small" onClick={() => void back()}>
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
