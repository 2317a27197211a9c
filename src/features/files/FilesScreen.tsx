import { useParams } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { ScreenHeader } from '../../ui/ScreenHeader.tsx'

/** /classes/:courseId/files/:folderId?file=&find=&sort=&view=. Another class starts anew. */
export function FilesScreen() {
  const t = useT('files')
  const { courseId, folderId } = useParams()
  return (
    <div key={`${courseId}/${folderId}`}>
      <ScreenHeader title={t('title')} />
    </div>
  )
}
