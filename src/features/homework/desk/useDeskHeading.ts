import { paths } from '../../../app/paths.ts'
import type { Homework } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import type { ScreenHeading } from '../../../ui/ScreenHeader.tsx'

/** What the bar says of every state of the desk: the homework, below the list it belongs to. */
export function useDeskHeading(courseId: number, homework: Homework | undefined): ScreenHeading {
  const t = useT('desk')
  return {
    title: homework?.text ?? t('title'),
    parent: { label: t('parent'), to: paths.homework(courseId) },
  }
}
