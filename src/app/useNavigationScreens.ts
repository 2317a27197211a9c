import { useQuery } from '@tanstack/react-query'
import { query } from '../api/cache/query.ts'
import { isPupil, me } from '../contract/me.ts'
import { useT } from '../i18n/useT.ts'
import { paths } from '../paths.ts'
import { screensIn } from '../screens.ts'
import { useHasExtensions } from '../session/extensions.ts'
import { screenRoutes } from './screenRoutes.ts'

/** Pupils do not get the screens for teachers, and users of other services no extensions. */
export function useNavigationScreens(group: 'rail' | 'account') {
  const t = useT('shell')
  const { data } = useQuery(query(me.get, {}))
  const isTeacher = !data || !isPupil(data)
  const hasExtensions = useHasExtensions()
  return screensIn(group)
    .filter(
      ({ isForTeachers, isExtension }) => (isTeacher || !isForTeachers) && (hasExtensions || !isExtension),
    )
    .map(({ id, title, path }) => ({
      id,
      title: t(shellKey(title)),
      icon: screenRoutes[id].icon,
      isOfClass: path.includes(':courseId'),
      getPath: (courseId: number) => paths.inNavigation(id, courseId),
    }))
}

/** Returns the key of a title within its section. */
const shellKey = <Key extends string>(title: `shell.${Key}`) => title.slice('shell.'.length) as Key
