import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconFilterOff, IconMessage, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Chat } from '../../../contract/chats.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadFailed } from '../../../ui/feedback/LoadFailed.tsx'
import styles from './ChatList.module.css'
import { ChatRow } from './ChatRow.tsx'
import type { OwnMark } from './chatName.ts'
import type { ChatsKnown } from './useChats.ts'

type ChatListContentProps = {
  list: ChatsKnown
  shown: readonly Chat[]
  marks: ReadonlyMap<number, OwnMark>
  open: number | undefined
  /** Id of the row that had the focus last. */
  focused: number | undefined
  find: string
  now: number
  onShowAll: () => void
}

/** The rows, or why there are none: loading, failed, in no chat, nothing matches. */
export function ChatListContent(props: ChatListContentProps) {
  const { list, shown, marks, open, focused, find, now, onShowAll } = props
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  if (list.asOf === undefined && list.error) {
    return (
      <div className={styles.place}>
        <LoadFailed
          title={t('failed')}
          reason={errorSentence(list.error, tErrors, format.time)}
          retry={{ label: tErrors('tryAgain'), run: list.retry }}
        />
      </div>
    )
  }
  if (list.asOf === undefined) return <ChatListSkeleton />
  if (list.chats.length === 0) {
    return (
      <div className={styles.place}>
        <EmptyState
          icon={<IconMessage aria-hidden />}
          title={t('none.title')}
          actions={
            <Button component={Link} to={paths.newChat()} leftSection={<IconPlus aria-hidden />}>
              {t('new')}
            </Button>
          }
        >
          {t('none.lead')}
        </EmptyState>
      </div>
    )
  }
  if (shown.length === 0) {
    return (
      <div className={styles.place}>
        <EmptyState
          icon={<IconFilterOff aria-hidden />}
          title={t('nothing.title', { text: find.trim() })}
          actions={<Button onClick={onShowAll}>{t('nothing.clear')}</Button>}
        >
          {t('nothing.lead')}
        </EmptyState>
      </div>
    )
  }
  const tabStop = [focused, open].find(id => shown.some(chat => chat.id === id)) ?? shown[0]?.id
  return (
    <ul>
      {shown.map(chat => {
        const mark = marks.get(chat.id)
        return (
          <ChatRow
            key={chat.id}
            chat={chat}
            // The draft of the chat that is open stands in its own field.
            mark={chat.id === open && mark?.kind === 'draft' ? undefined : mark}
            current={chat.id === open}
            tabbable={chat.id === tabStop}
            find={find}
            now={now}
          />
        )
      })}
    </ul>
  )
}

const widths = [
  ['4rem', '13rem'],
  ['6rem', '11rem'],
  ['5rem', '8rem'],
  ['6.5rem', '12rem'],
  ['8rem', '10rem'],
  ['5.5rem', '13rem'],
] as const

/** The list while it is on its way: the field, then rows of the height they will have. */
function ChatListSkeleton() {
  const t = useT('chats')
  return (
    <>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div className={styles.search} aria-hidden>
        <Skeleton width="100%" height="var(--control)" />
      </div>
      {widths.map(([name, words]) => (
        <div key={name} className={styles.row} aria-hidden>
          <Skeleton width={name} />
          <Skeleton width={words} />
        </div>
      ))}
    </>
  )
}
