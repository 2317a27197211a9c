import { useEffect, useSyncExternalStore } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useVotes } from './createVotes.ts'
import styles from './DeletingMessages.module.css'

/** That a vote did not count because its poll was deleted: said below the messages, for the poll has no place any more. */
export function LostVote({ chat }: { chat: Pick<Chat, 'id'> }) {
  const t = useT('polls')
  const votes = useVotes()
  const lost = useSyncExternalStore(votes.subscribe, () => votes.lost(chat.id))
  useEffect(() => () => votes.takeNote(chat.id), [votes, chat.id])
  return (
    <div role="status" className={lost ? styles.lost : undefined}>
      {lost && (
        <Notice tone="warn" action={{ label: t('lostNoted'), run: () => votes.takeNote(chat.id) }}>
          {t('failed.deleted')}
        </Notice>
      )}
    </div>
  )
}
