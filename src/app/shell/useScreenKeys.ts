import { useNavigate } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import type { NavigationScreenId } from '../../screens.ts'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { useNavigationScreens } from '../useNavigationScreens.ts'
import type { KnownClass } from './useClasses.ts'

const keys: Partial<Record<NavigationScreenId, string>> = {
  day: 'g d',
  timetable: 'g t',
  homework: 'g h',
  chats: 'g c',
  files: 'g f',
  access: 'g a',
}

/** Registers the shortcuts that open the screens of the side navigation. */
export function useScreenKeys(currentClass: KnownClass | undefined): void {
  const t = useT('shell')
  const navigate = useNavigate()
  const screens = useNavigationScreens('rail').filter(({ isOfClass }) => currentClass || !isOfClass)
  useShortcuts(
    screens.flatMap(({ id, title, getPath }) => {
      const key = keys[id]
      const run = () => void navigate(getPath(currentClass?.id ?? 0))
      return key === undefined ? [] : [{ key, description: t('goTo', { screen: title }), run }]
    }),
    'app',
  )
}
