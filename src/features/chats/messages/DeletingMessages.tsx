import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { type Deletion, undoFor } from '../../../api/cache/undoable.ts'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { type UndoLine, UndoLines } from '../../../ui/feedback/UndoLines.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useDeletions } from './deleteMessage.ts'

const DeleteOthers = latePart(async () => (await import('./DeleteOthers.tsx')).DeleteOthers)

/** What was deleted, here or in a chat one has left, and can still be undone; and what could not be deleted. */
export function DeletingMessages({ chat }: { chat: Pick<Chat, 'id'> }) {
  const t = useT('polls')
  const deletions = useDeletions()
  const { open } = useSyncExternalStore(deletions.subscribe, () => deletions.of(chat.id))
  const asked = useStore(deletions.asked, all => all.get(chat.id))
  const line = useLine()
  return (
    <>
      <UndoLines
        lines={open.map(line)}
        label={t('delete.region')}
        within={t('delete.within', { seconds: `${undoFor / 1000}` })}
        lasts={undoFor}
        focusBack={focusMessages}
      />
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

const focusMessages = () =>
  document.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })

function useLine(): (deletion: Deletion<Message>) => UndoLine {
  const t = useT('polls')
  const errors = useT('errors')
  const format = useFormat()
  const deletions = useDeletions()
  const beginning = useBeginning()
  return ({ id, stage, items: [message], error }) => {
    const text = message ? beginning(message) : ''
    if (stage !== 'failed') {
      const said = t('delete.undoSaid', { text: text.slice(0, 60) })
      return {
        ...{ id, stage, text: about(t('delete.deleted'), text) },
        actions: [{ label: t('delete.undo'), said, run: () => deletions.undo(id) }],
      }
    }
    const why =
      error?.kind === 'offline'
        ? t('delete.noAnswer')
        : t('delete.failed', { reason: errorSentence(error, errors, format.time) })
    return {
      ...{ id, stage, text: about(why, text) },
      actions: [
        { label: errors('tryAgain'), run: () => deletions.retry(id) },
        { label: t('delete.dismiss'), run: () => deletions.forget(id) },
      ],
    }
  }
}

const about = (said: string, text: string) => (
  <>
    {said} <bdi>{text}</bdi>
  </>
)

/** The beginning of a message, enough to know it by. */
function useBeginning(): (message: Message) => string {
  const t = useT('polls')
  return ({ text, poll, has_poll, has_files, is_own, user }) => {
    const words = text.trim().replaceAll(/\s+/gu, ' ')
    const said = words || t(poll || has_poll ? 'delete.poll' : has_files ? 'delete.files' : 'delete.message')
    return harmlessName(is_own ? said : t('delete.someone', { name: user.name, text: said })).slice(0, 200)
  }
}
