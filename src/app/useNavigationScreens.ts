import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../api/cache/query.ts'
import { isPupil, me } from '../contract/me.ts'
import { paths } from '../paths.ts'
import { type ScreenIdIn, screensIn } from '../screens.ts'
import { screenRoutes } from './screenRoutes.ts'

/** Returns the screens of a navigation group for the user. Pupils do not get those for teachers. */
export function useNavigationScreens<Group extends 'rail' | 'account'>(group: Group) {
  const t = useTranslations()
  const { data } = useQuery(query(me.get, {}))
  const isTeacher = !data || !isPupil(data)
  return screensIn(group)
    .filter(({ isForTeachers }) => isTeacher || !isForTeachers)
    .map(({ id, title, path }) => ({
      id,
      title: t(title),
      icon: screenRoutes[id as ScreenIdIn<'rail' | 'account'>].icon,
      /** Whether the screen shows the data of one class. */
      isOfClass: path.includes(':courseId'),
      pathIn: (courseId: number) => paths.inNavigation(id, courseId),
    }))
}
