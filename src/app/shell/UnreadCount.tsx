import { Badge, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useUnreadChats } from '../../features/chats/sync/readState.ts'
import { chatListQuery } from '../../features/chats/useChats.ts'
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
  const { data } = useQuery(chatListQuery())
  const unread = useUnreadChats(data?.rows ?? noChats)
  return data && unread.reduce((sum, { count }) => sum + count, 0)
}

export const formatUnread = (count: number): string => (count > 99 ? '99+' : String(count))
