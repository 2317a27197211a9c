import { Badge, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { isPupil, me } from '../../contract/me.ts'
import { useMarkCount } from '../../features/homework/list/useMarkCount.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import styles from './Shell.module.css'
import { useClasses } from './useClasses.ts'
import { useIsIdle } from './useIsIdle.ts'

/** Hidden if it is 0 or unknown. */
export function ToMarkCount({ courseId }: { courseId: number }) {
  const t = useT('shell')
  const format = useFormat()
  const isIdle = useIsIdle()
  const canPrefetch = useMayMark(courseId) && isIdle
  const count = useMarkCount(courseId, canPrefetch) ?? 0
  if (count === 0) return null
  return (
    <>
      {' '}
      <Badge className={`${styles.count} ${styles.plainCount}`}>
        {count > maxShown ? `${maxShown}+` : format.number(count)}{' '}
        <VisuallyHidden>{t('toMark')}</VisuallyHidden>
      </Badge>
    </>
  )
}

/** Whether the class is one of the user's, and they are known not to be a pupil. */
function useMayMark(courseId: number): boolean {
  const { data } = useQuery(query(me.get, {}))
  const { list } = useClasses()
  return data !== undefined && !isPupil(data) && list.some(({ id }) => id === courseId)
}

/** A larger number does not fit into the narrow rail. */
const maxShown = 999
