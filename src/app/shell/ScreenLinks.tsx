import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import { NavLink } from 'react-router'
import { useChatSync } from '../../features/chats/sync/ChatSyncContext.ts'
import { useT } from '../../i18n/useT.ts'
import { lazyChunk } from '../../lib/lazyChunk.ts'
import { useWaiting } from '../../outbox/OutboxContext.ts'
import { useClassScreens } from '../goHome.ts'
import { useOverlays } from './Overlays.tsx'
import type { KnownClass } from './useClasses.ts'

/** Links to the screens of the class, for the rail and the bottom bar alike. */
export function ScreenLinks({ current }: { current: KnownClass | undefined }) {
  const t = useT('shell')
  const UnreadCount = useUnreadCount()
  const classScreens = useClassScreens()
  return classScreens.map(({ name, icon: Icon, path }) => {
    if (!current && name !== 'chats') return null
    return (
      <NavLink key={name} to={path(current?.id ?? 0)}>
        <Icon aria-hidden />
        <span>{t(name)}</span>
        {name === 'chats' && UnreadCount && <UnreadCount />}
      </NavLink>
    )
  })
}

/** The count, once the chat sync is open: its code came with it. Not `lazy`, which would hold it back by 300 ms. */
function useUnreadCount(): ComponentType | undefined {
  const sync = useChatSync()
  const [count, setCount] = useState<{ Shown: ComponentType }>()
  useEffect(() => {
    if (!sync) return
    lazyChunk(() => import('./UnreadCount.tsx')).then(
      ({ UnreadCount }) => setCount({ Shown: UnreadCount }),
      () => undefined,
    )
  }, [sync])
  return sync && count?.Shown
}

/** What was written and stands still, on whatever screen one is; opens the list of it. Nothing while there is none. */
export function NeedsYou({ className }: { className: string | undefined }) {
  const t = useT('shell')
  const { standing } = useWaiting()
  const overlays = useOverlays()
  if (standing === 0) return null
  return (
    <UnstyledButton className={className} onClick={() => overlays.show('unsent')}>
      <IconAlertTriangle aria-hidden />
      <span>{t('needsYou', { count: standing })}</span>
    </UnstyledButton>
  )
}
