import { Badge, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { useTotalUnread } from '../../features/chats/sync/ChatSyncContext.ts'
import { useT } from '../../i18n/useT.ts'
import styles from './Shell.module.css'

const noChats: never[] = []

/** Hidden if it is 0 or unknown. */
export function UnreadCount() {
  const t = useT('shell')
  const { data } = useQuery(query(chats.list, {}))
  const count = useTotalUnread(data?.rows ?? noChats)
  if (count === 0) return null
  return (
    <>
      {' '}
      <Badge variant="count" className={styles.count ?? ''}>
        {count > 99 ? '99+' : count} <VisuallyHidden>{t('unread')}</VisuallyHidden>
      </Badge>
    </>
  )
}
