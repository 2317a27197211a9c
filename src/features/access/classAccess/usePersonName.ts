import { useT } from '../../../i18n/useT.ts'
import type { Person } from './classAccessModel.ts'

/** Never empty. E.g. "Class 8b" for a class. */
export function usePersonName(): (person: Pick<Person, 'name' | 'courseId'>) => string {
  const t = useT('classAccess')
  const tAccess = useT('access')
  return ({ name, courseId }) => {
    if (name === '') return t('unnamed.person')
    return courseId === undefined ? name : tAccess('person.class', { name })
  }
}
