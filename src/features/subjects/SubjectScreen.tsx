import { useT } from '../../i18n/useT.ts'
import { ScreenHeader } from '../../ui/ScreenHeader.tsx'

/** /classes/:courseId/subjects/:lessonId. */
export function SubjectScreen() {
  const t = useT('subject')
  return <ScreenHeader title={t('title')} />
}
