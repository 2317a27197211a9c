import { Suspense, useState, useSyncExternalStore } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { subscribeToEntries, useOpenDelivery } from '../../../delivery/DeliveryContext.ts'
import { isBlocked, step, undoMs } from '../../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { UndoLines } from '../../../ui/feedback/UndoLines.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { useUndoableDeletions } from '../../unsent/useUndoableDeletions.tsx'
import { getAnswer } from '../quote.ts'

const ConfirmDialog = lazyComponent(
  async () => (await import('../../../ui/feedback/ConfirmDialog.tsx')).ConfirmDialog,
)

const lanePrefix = 'delete-message/'
const getChatPrefix = (chatId: number): string => `${lanePrefix}${chatId}/`

/** Messages of other users are deleted after confirmation. */
export function useMessageDeletions(chat: Pick<Chat, 'id'>, onFocusLost: () => void) {
  const { clock } = useSchoolTime()
  const openDelivery = useOpenDelivery()
  const getTitle = useDeletionTitle()
  const { run, storageError } = useStoredAction()
  const [toConfirm, setToConfirm] = useState<Message>()
  const remove = (message: Message) =>
    void run(async () => {
      const { entries } = await openDelivery()
      await entries.add([
        {
          lane: `${getChatPrefix(chat.id)}${message.id}`,
          title: getTitle(message),
          path: paths.chat(chat.id),
          steps: [step(messages.remove, { chat_id: chat.id, message_id: message.id })],
          notBefore: clock() + undoMs,
        },
      ])
    })
  return {
    deletedIds: useDeletedIds(chat.id),
    requestDelete: (message: Message) => (message.is_own ? remove(message) : setToConfirm(message)),
    /** The confirmation and the lines with Undo. */
    notice: (
      <>
        {storageError}
        <Suspense fallback={null}>
          <DeletionLines onFocusLost={onFocusLost} />
        </Suspense>
        {toConfirm && (
          <ConfirmDeleteDialog
            message={toConfirm}
            confirm={() => {
              setToConfirm(undefined)
              remove(toConfirm)
            }}
            cancel={() => setToConfirm(undefined)}
          />
        )}
      </>
    ),
  }
}

/** The list of messages does not wait until the delivery is open. */
function useDeletedIds(chatId: number): ReadonlySet<number> {
  const open = useOpenDelivery()
  const prefix = getChatPrefix(chatId)
  const ids = useSyncExternalStore(
    listener => subscribeToEntries(open, listener),
    () =>
      (open.current()?.entries.list() ?? [])
        .filter(entry => entry.lane.startsWith(prefix) && !isBlocked(entry))
        .map(({ lane }) => lane.slice(prefix.length))
        .join(),
  )
  return new Set(ids === '' ? [] : ids.split(',').map(Number))
}

/** Of all chats, so that the user can undo a deletion after opening another chat. */
function DeletionLines({ onFocusLost }: { onFocusLost: () => void }) {
  const t = useT('polls')
  const { lines } = useUndoableDeletions(lanePrefix)
  return (
    <UndoLines
      lines={lines}
      label={t('delete.region')}
      announcement={t('delete.within', { seconds: `${undoMs / 1000}` })}
      durationMs={undoMs}
      onFocusLost={onFocusLost}
    />
  )
}

function useDeletionTitle(): (message: Message) => string {
  const t = useT('polls')
  return ({ text, poll, has_poll, has_files, is_own, user }) => {
    const plainText = getAnswer(text).trim().replaceAll(/\s+/gu, ' ')
    const content =
      plainText || t(poll || has_poll ? 'delete.poll' : has_files ? 'delete.files' : 'delete.message')
    const excerpt = is_own ? content : t('delete.someone', { name: user.name, text: content })
    return t('delete.deleted', { text: truncateText(sanitizeName(excerpt), 60) })
  }
}

type ConfirmDeleteDialogProps = { message: Message; confirm: () => void; cancel: () => void }

function ConfirmDeleteDialog({ message: { text, user }, confirm, cancel }: ConfirmDeleteDialogProps) {
  const t = useT('polls')
  const name = sanitizeName(user.name)
  const answer = getAnswer(text).trim()
  return (
    <ConfirmDialog
      title={t('delete.others.title', { name })}
      cancel={{ label: t('delete.others.keep'), run: cancel }}
      confirm={{ label: t('delete.others.run', { name }), run: confirm }}
    >
      {answer !== '' && <blockquote dir="auto">{truncateText(answer, 300, '…')}</blockquote>}
      <p>{t('delete.others.lead')}</p>
    </ConfirmDialog>
  )
}

/** If the service does not send `can_delete` (as in api.md), users can delete their own messages only. */
export const canDelete = ({ can_delete, is_own }: Pick<Message, 'can_delete' | 'is_own'>): boolean =>
  can_delete ?? is_own
