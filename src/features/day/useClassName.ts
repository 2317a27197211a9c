import { useT } from '../../i18n/useT.ts'
import type { MyClass } from './MyClassesContext.ts'

/** Returns a function for the name of a class: its number if the service has no name, and '' while the name is loading. */
export function useClassName(): (myClass: MyClass) => string {
  const t = useT('day')
  return ({ id, name, isNameLoading }) =>
    name?.trim() || (isNameLoading ? '' : t('classNumber', { id: String(id) }))
}
