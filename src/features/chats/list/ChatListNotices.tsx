import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { AsOf } from '../../../ui/AsOf.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from './ChatList.module.css'
import type { ChatsKnown } from './useChats.ts'

/** What must be known of the list: how old it is where it could not be asked for again, what could not be read. */
export function ChatListNotices({ list, now }: { list: ChatsKnown; now: number }) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  const { asOf, error, unreadable } = list
  const stale = asOf !== undefined && error !== null
  if (!stale && unreadable === 0) return null
  return (
    <div className={styles.notices}>
      {stale && (
        <AsOf
          sentence={t('stale', {
            when: format.moment(asOf, now),
            reason: errorSentence(error, tErrors, format.time),
          })}
          retry={{ label: tErrors('tryAgain'), run: list.retry }}
        />
      )}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}
