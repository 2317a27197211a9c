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
  const count = useUnread()
  if (!count) return null
  return (
    <>
      {' '}
      <Badge variant="count" className={styles.count ?? ''}>
        {formatUnread(count)} <VisuallyHidden>{t('unread')}</VisuallyHidden>
      </Badge>
    </>
  )
}

/** Returns the number of unread messages in chats that are not muted. Undefined until the chats are loaded. */
export function useUnread(): number | undefined {
  const { data } = useQuery(query(chats.list, {}))
  const count = useTotalUnread(data?.rows ?? noChats)
  return data && count
}

export const formatUnread = (count: number): string => (count > 99 ? '99+' : String(count))
