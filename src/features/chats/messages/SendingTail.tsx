import { Box, Button } from '@mantine/core'
import { IconMessage, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import { chats } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { permissions } from '../../../contract/permissions.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PersonAvatar, usePerson } from '../../../ui/Person.tsx'
import { countPeople } from '../composer/Audience.tsx'
import { SendingMessageRow } from '../composer/SendingMessage.tsx'
import { useSendingMessages } from '../composer/sendingMessages.ts'
import { isWatched } from './arrivals.ts'
import { useMessageList } from './MessageListContext.ts'
import styles from './MessageRow.module.css'
import { rowKind } from './rows.ts'

type SendingTailProps = {
  chatId: number
  last: Message | undefined
  onWritten: () => void
}

/** What one wrote and is on its way, below the last message. Suspends until the outbox is open. */
export function SendingTail({ chatId, last, onWritten }: SendingTailProps) {
  const { t } = useMessageList()
  const person = usePerson()
  const sending = useSendingMessages(chatId)
  const newest = sending.at(-1)?.createdAt ?? 0
  const before = useRef(newest)
  useEffect(() => {
    if (newest <= before.current) return
    before.current = newest
    // The outbox is every tab's: what was written in another one moves nothing here.
    if (isWatched()) onWritten()
  }, [newest, onWritten])
  if (sending.length === 0) return last ? null : <NoMessages chatId={chatId} />
  const goesOn = last?.is_own && rowKind(last) === 'written'
  return (
    <div className={styles.row}>
      <div className={styles.message} data-own data-named={!goesOn}>
        {goesOn ? <span className={styles.gutter} /> : <PersonAvatar name={person.name ?? t('you')} />}
        <div className={styles.body}>
          {!goesOn && (
            <p className={styles.head}>
              <b className={styles.name}>{t('you')}</b>
            </p>
          )}
          {sending.map(message => (
            <SendingMessageRow key={message.id} message={message} />
          ))}
        </div>
      </div>
    </div>
  )
}

function NoMessages({ chatId }: { chatId: number }) {
  const { t } = useMessageList()
  // As the list has it, which every screen of chats keeps.
  const chat = useQuery(query(chats.list, {})).data?.rows.find(({ id }) => id === chatId)
  const location = useLocation()
  // What the line above the field has asked for; where neither says how many there are, nothing is said of it.
  const access = useQuery({ ...query(permissions.list, { chat_id: chatId }), enabled: false })
  const people = chat?.member_count ?? countPeople(access.data?.rows)
  const alone = people === 1
  const mayAdd = chat?.is_admin === true && (alone || people === undefined)
  return (
    <Box p="xl">
      <EmptyState
        icon={<IconMessage aria-hidden />}
        title={t('empty')}
        actions={
          mayAdd && (
            <Button
              component={Link}
              to={paths.withAccess(location, { field: 'chat_id', id: chatId })}
              state={{ keepsFocus: true }}
              leftSection={<IconUserPlus aria-hidden />}
            >
              {t('addPeople')}
            </Button>
          )
        }
      >
        {t(alone ? 'emptyAlone' : 'emptyHint')}
      </EmptyState>
    </Box>
  )
}
