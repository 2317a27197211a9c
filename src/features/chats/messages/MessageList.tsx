import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { messages } from '../../../contract/messages.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { Hit } from '../search/SearchBar.tsx'
import { useWatchedChat } from '../sync/ChatSyncContext.ts'
import { LoadedMessages, type MessageListHandle } from './LoadedMessages.tsx'
import styles from './MessageList.module.css'

type MessageListProps = {
  chat: Chat
  /** Id of the message it opens at. */
  addressed: number | undefined
  /** What is searched for: gone to, and its words marked wherever they are said. */
  hit: Hit | undefined
  ref?: Ref<MessageListHandle>
}

/** The messages of a chat, the newest at the end, what is being sent after them. */
export function MessageList({ chat, addressed, hit, ref }: MessageListProps) {
  const t = useT('talk')
  const errors = useT('errors')
  const format = useFormat()
  useWatchedChat(chat.id)
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(
    query(messages.list, { chat_id: chat.id }),
  )
  // A chat that was open before shows at once, and is fresh when it was asked for again.
  const [opened, setOpened] = useState<number>()
  const isFresh = opened === chat.id || (data !== undefined && !isFetching)
  if (isFresh && opened !== chat.id) setOpened(chat.id)

  const told = error?.kind === 'signedOut' ? null : error
  const problem = told && errorSentence(told, errors, format.time)
  const retry = () => void refetch()
  if (!data) {
    return problem ? (
      <div className={styles.failed}>
        <EmptyState
          tone="danger"
          icon={<IconCloudOff aria-hidden />}
          title={t('failed')}
          actions={<Button onClick={retry}>{t('retry')}</Button>}
        >
          {problem}
        </EmptyState>
      </div>
    ) : (
      <MessageListSkeleton />
    )
  }
  return (
    <div className={styles.talk}>
      {data.unreadable > 0 && (
        <div className={styles.notice}>
          <Notice>{t('unreadable', { count: data.unreadable })}</Notice>
        </div>
      )}
      {problem && (
        <div className={styles.notice}>
          <Notice tone="stale" role="status" action={{ label: t('retry'), run: retry }}>
            {t('stale', { time: format.time(dataUpdatedAt), problem })}
          </Notice>
        </div>
      )}
      <LoadedMessages
        key={chat.id}
        chat={chat}
        messages={data.rows}
        isFresh={isFresh}
        addressed={addressed}
        hit={hit}
        ref={ref}
      />
    </div>
  )
}

const rows = [
  ['6rem', '18rem'],
  ['5rem', '26rem', '12rem'],
  ['7rem', '14rem'],
  ['5rem', '30rem', '22rem'],
  ['6rem', '9rem'],
  ['8rem', '24rem'],
]

/** Messages in the shape they will have, at the end where they will stand. */
export function MessageListSkeleton() {
  const t = useT('talk')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {rows.map(([name = '', ...lines]) => (
        <div key={`${name}${lines.join()}`} className={styles.loading}>
          <span className={styles.face} />
          <span className={styles.lines}>
            <Skeleton width={name} />
            {lines.map(width => (
              <Skeleton key={width} width={width} />
            ))}
          </span>
        </div>
      ))}
    </div>
  )
}
