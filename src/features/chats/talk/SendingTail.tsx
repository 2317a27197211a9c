import { useEffect, useRef } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { usePerson } from '../../../ui/Person.tsx'
import { SendingMessageRow } from '../composer/SendingMessageRow.tsx'
import { useSendingMessages } from '../composer/useSendingMessages.ts'
import { isWatched } from './isWatched.ts'
import styles from './MessageRow.module.css'
import { rowKind } from './rowHead.ts'
import { useTalk } from './TalkContext.ts'
import { TalkEmpty } from './TalkEmpty.tsx'

type SendingTailProps = {
  chatId: number
  last: Message | undefined
  /** Something was written just now, here. */
  onWritten: () => void
}

/** What one wrote and is on its way, below the last message. Suspends until the outbox is open. */
export function SendingTail({ chatId, last, onWritten }: SendingTailProps) {
  const { t } = useTalk()
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
  if (sending.length === 0) return last ? null : <TalkEmpty chatId={chatId} />
  const goesOn = last?.is_own && rowKind(last) === 'written'
  return (
    <div className={styles.row}>
      <div className={styles.message} data-own data-named={!goesOn}>
        {goesOn ? <span className={styles.gutter} /> : <Avatar name={person.name ?? t('you')} />}
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
