import { useDocumentTitle } from '@mantine/hooks'
import { useEffect } from 'react'
import { setAppBadge } from '../appBadge.ts'
import { formatUnread, useUnread } from './UnreadCount.tsx'

/** Shows the number of unread messages in the title of the browser tab and on the icon of the app. */
export function UnreadTitle({ title }: { title: string }) {
  const count = useUnread()
  useDocumentTitle(count ? `(${formatUnread(count)}) ${title}` : title)
  useEffect(() => {
    if (count !== undefined) setAppBadge(count)
  }, [count])
  return null
}
