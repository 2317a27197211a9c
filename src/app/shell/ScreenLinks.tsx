import { NavLink } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { classScreens } from '../classScreens.ts'
import type { KnownClass } from './useClasses.ts'

/** Links to the screens of the class, for the rail and the bottom bar alike. */
export function ScreenLinks({ current }: { current: KnownClass | undefined }) {
  const t = useT('shell')
  if (!current) return null
  return classScreens.map(({ name, icon: Icon, path }) => (
    <NavLink key={name} to={path(current.id)}>
      <Icon aria-hidden />
      <span>{t(name)}</span>
    </NavLink>
  ))
}
