import { IconFiles } from '@tabler/icons-react'
import type { Homework } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import type { ScreenAction } from '../../../ui/layout/ScreenHeader.tsx'
import { useIsPhone, useIsWide } from '../../../ui/layout/screenSize.ts'

/** In em. In a narrower window the title of the desk would have no room. The screen of the task has the action, too. */
const minWidth = 90

/** Returns the link to the paper tests of a homework, if the bar has room for it. On phones it is in a menu. */
export function usePapersAction({ course_id, id }: Homework): ScreenAction[] {
  const t = useT('desk')
  const isPhone = useIsPhone()
  const isWide = useIsWide(minWidth)
  const to = paths.papers(course_id, id)
  return isPhone || isWide ? [{ id: 'papers', label: t('papers'), icon: <IconFiles aria-hidden />, to }] : []
}
