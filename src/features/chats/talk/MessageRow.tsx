import { memo } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { MessageActions } from './MessageActions.tsx'
import { MessageContent } from './MessageContent.tsx'
import styles from './MessageRow.module.css'
import { type RowHead, rowHead, rowKind } from './rowHead.ts'
import { dayWords, newWords } from './sentTimes.ts'
import { useTalk } from './TalkContext.ts'
import { useRowActions } from './useRowActions.ts'

type MessageRowProps = {
  message: Message
  before: Message | undefined
  /** The first unread. */
  isNew: boolean
  /** Found by the search. */
  isFound: boolean
}

/** One message with what stands above it: its day, the new line. */
export const MessageRow = memo(function MessageRow({ message, before, isNew, isFound }: MessageRowProps) {
  const talk = useTalk()
  const head = rowHead({ message, before, isNew, timeZone: talk.timeZone })
  return (
    <div className={styles.row} data-first={before === undefined}>
      {head.day && <h3 className={styles.day}>{dayWords(head.day, talk)}</h3>}
      {head.fresh && (
        <p className={styles.fresh}>
          <span>{newWords(head.fresh.since, talk)}</span>
        </p>
      )}
      {rowKind(message) === 'written' ? (
        <Written message={message} head={head} isFound={isFound} />
      ) : (
        <QuietLine message={message} />
      )}
    </div>
  )
})

type WrittenProps = { message: Message; head: RowHead; isFound: boolean }

function Written({ message, head, isFound }: WrittenProps) {
  const { t } = useTalk()
  const { offered, pointing } = useRowActions()
  const { id, is_own, sent_at } = message
  const name = is_own ? t('you') : harmlessName(message.user.name)
  const time = <time dateTime={sent_at}>{head.sent?.clock ?? sent_at}</time>
  return (
    <article
      className={styles.message}
      tabIndex={-1}
      data-message={id}
      data-own={is_own}
      data-named={head.named}
      data-found={isFound}
      aria-labelledby={`message-${id}-head message-${id}`}
      {...pointing}
    >
      {head.named ? (
        <Avatar name={message.user.name} />
      ) : (
        <span className={styles.gutter} aria-hidden>
          {time}
        </span>
      )}
      <div className={styles.body}>
        {head.named ? (
          <p className={styles.head} id={`message-${id}-head`}>
            <bdi className={styles.name}>{name}</bdi> {time}
          </p>
        ) : (
          <VisuallyHidden>
            <span id={`message-${id}-head`}>
              <bdi>{name}</bdi> {time}
            </span>
          </VisuallyHidden>
        )}
        <MessageContent message={message} isFound={isFound} />
      </div>
      {offered && <MessageActions message={message} />}
    </article>
  )
}

/** What nobody wrote, or nobody is to read. */
function QuietLine({ message }: { message: Message }) {
  const { t } = useTalk()
  const text = rowKind(message) === 'hidden' ? t('hidden') : message.text.trim() || t('notice')
  return (
    <p className={styles.quiet} tabIndex={-1} data-message={message.id} dir="auto">
      {text}
    </p>
  )
}
