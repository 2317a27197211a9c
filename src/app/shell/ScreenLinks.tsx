import { UnstyledButton } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { NavLink } from 'react-router'
import { usePendingEntries } from '../../delivery/DeliveryContext.ts'
import { useT } from '../../i18n/useT.ts'
import { loadChunk } from '../../lib/loadChunk.ts'
import type { NavigationScreenId } from '../../screens.ts'
import { useHasExtensions } from '../../session/extensions.ts'
import { useNavigationScreens } from '../useNavigationScreens.ts'
import { useOverlays } from './OverlaysContext.ts'
import { classTitle, type KnownClass } from './useClasses.ts'

type ScreenLinksProps = {
  currentClass: KnownClass | undefined
  isShown?: (id: NavigationScreenId) => boolean
}

/** Links of the group `rail`, for the rail and the bottom bar. */
export function ScreenLinks({ currentClass, isShown }: ScreenLinksProps) {
  const t = useT('shell')
  const counts = useCounts()
  const rail = useNavigationScreens('rail')
  return rail.map(({ id, title, icon: Icon, isOfClass, getPath }) => {
    if (isShown?.(id) === false || (!currentClass && isOfClass)) return null
    return (
      <NavLink key={id} to={getPath(currentClass?.id ?? 0)}>
        <Icon aria-hidden />
        <span>{title}</span>
        {id === 'chats' && counts && <counts.UnreadCount />}
        {id === 'homework' && currentClass && counts && (
          <counts.HomeworkCount
            key={currentClass.id}
            courseId={currentClass.id}
            className={classTitle(currentClass, t).short}
          />
        )}
      </NavLink>
    )
  })
}

type Counts = {
  UnreadCount: ComponentType
  UnreadTitle: ComponentType<{ title: string }>
  HomeworkCount: ComponentType<{ courseId: number; className: string }>
}

/** In ms. The first screen is more important. */
const countsDelay = 2000

/** Returns the counts once their code is loaded. Undefined without extensions. `lazy` would delay them by 300 ms. */
export function useCounts(): Counts | undefined {
  const hasExtensions = useHasExtensions()
  const [counts, setCounts] = useState<Counts>()
  const load = () =>
    loadChunk(() =>
      Promise.all([import('./UnreadCount.tsx'), import('./UnreadTitle.tsx'), import('./HomeworkCount.tsx')]),
    ).then(
      ([{ UnreadCount }, { UnreadTitle }, { HomeworkCount }]) =>
        setCounts({ UnreadCount, UnreadTitle, HomeworkCount }),
      () => undefined,
    )
  useTimeout(load, countsDelay, { autoInvoke: hasExtensions })
  return counts
}

/** Number of writes that need a decision by the user. Opens their list. */
export function DecisionCount({ className }: { className: string | undefined }) {
  const t = useT('shell')
  const { needsDecision } = usePendingEntries()
  const overlays = useOverlays()
  if (needsDecision === 0) return null
  return (
    <UnstyledButton className={className} onClick={() => overlays.show('unsent')}>
      <IconAlertTriangle aria-hidden />
      <span>{t('needsYou', { count: needsDecision })}</span>
    </UnstyledButton>
  )
}
