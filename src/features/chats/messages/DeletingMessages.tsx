import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import styles from './DeletingMessages.module.css'
import { type Deletion, useDeletions } from './deleteMessage.ts'

const DeleteOthers = latePart(async () => (await import('./DeleteOthers.tsx')).DeleteOthers)

/** What was deleted, here or in a chat one has left, and can still be undone; and what could not be deleted. */
export function DeletingMessages({ chat }: { chat: Pick<Chat, 'id'> }) {
  const t = useT('polls')
  const deletions = useDeletions()
  const { open, asked } = useSyncExternalStore(deletions.subscribe, () => deletions.of(chat.id))
  const box = useRef<HTMLUListElement>(null)
  const waiting = open.filter(({ stage }) => stage === 'waiting').length
  useFocusInLine(box, open)
  return (
    <>
      <VisuallyHidden role="status">{waiting > 0 ? t('delete.within') : ''}</VisuallyHidden>
      {open.length > 0 && (
        <ul ref={box} className={styles.lines} aria-label={t('delete.region')}>
          {open.map(deletion =>
            deletion.stage === 'waiting' ? (
              <Waiting key={deletion.message.id} deletion={deletion} undo={deletions.undo} />
            ) : (
              <Failed
                key={deletion.message.id}
                deletion={deletion}
                retry={deletions.retry}
                forget={deletions.forget}
              />
            ),
          )}
        </ul>
      )}
      {asked && (
        <DeleteOthers
          message={asked}
          confirm={() => deletions.confirm(asked)}
          refuse={() => deletions.refuse(chat.id)}
        />
      )}
    </>
  )
}

/** The beginning of a message, enough to know it by. */
function useBeginning(): (message: Message) => string {
  const t = useT('polls')
  return ({ text, poll, has_poll, has_files, is_own, user }) => {
    const words = text.trim().replaceAll(/\s+/gu, ' ')
    const said = words || t(poll || has_poll ? 'delete.poll' : has_files ? 'delete.files' : 'delete.message')
    return harmlessName(is_own ? said : t('delete.someone', { name: user.name, text: said })).slice(0, 200)
  }
}

function Waiting({ deletion: { message }, undo }: { deletion: Deletion; undo: (id: number) => void }) {
  const t = useT('polls')
  const text = useBeginning()(message)
  return (
    <li className={styles.line}>
      <IconTrash aria-hidden />
      <span className={styles.what}>
        {t('delete.deleted')} <bdi className={styles.text}>{text}</bdi>
      </span>
      <Button
        variant="subtle"
        size="sm"
        className={styles.undo}
        aria-label={t('delete.undoSaid', { text: text.slice(0, 60) })}
        onClick={() => undo(message.id)}
      >
        {t('delete.undo')}
      </Button>
      <i className={styles.left} aria-hidden />
    </li>
  )
}

type FailedProps = { deletion: Deletion; retry: (id: number) => void; forget: (id: number) => void }

function Failed({ deletion: { message, error }, retry, forget }: FailedProps) {
  const t = useT('polls')
  const errors = useT('errors')
  const format = useFormat()
  const text = useBeginning()(message)
  const why =
    error?.kind === 'offline'
      ? t('delete.noAnswer')
      : t('delete.failed', { reason: errorSentence(error, errors, format.time) })
  return (
    <li className={styles.line} data-failed>
      <IconAlertTriangle aria-hidden />
      <span className={styles.what} role="alert">
        {why} <bdi className={styles.text}>{text}</bdi>
      </span>
      <Button size="sm" onClick={() => retry(message.id)}>
        {errors('tryAgain')}
      </Button>
      <Button variant="subtle" size="sm" onClick={() => forget(message.id)}>
        {t('delete.dismiss')}
      </Button>
    </li>
  )
}

/** Keeps the focus when its row goes: in the line of what was deleted, then back among the messages. */
function useFocusInLine(box: { current: HTMLElement | null }, open: readonly Deletion[]) {
  const place = useRef<Element | null>(null)
  const count = open.length
  const before = useRef(count)
  useEffect(() => {
    const isLost = isFocusLost()
    if (box.current) place.current = box.current.parentElement
    if (isLost && count > before.current) [...(box.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    if (isLost && count < before.current) {
      place.current?.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    }
    before.current = count
  }, [box, count])
}
