import { useT } from '../../../i18n/useT.ts'
import { ScreenHeader } from '../../../ui/ScreenHeader.tsx'

/** /classes/:courseId/access?find=. */
export function AccessScreen() {
  const t = useT('matrix')
  return <ScreenHeader title={t('title')} />
}
