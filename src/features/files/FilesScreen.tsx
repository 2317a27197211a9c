import { useParams } from 'react-router'
import { topFolderId } from '../../contract/wire.ts'
import { Files } from './Files.tsx'

/** /classes/:courseId/files/:folderId?file=&find=&sort=&view=. Another class starts anew. */
export function FilesScreen() {
  const { courseId, folderId = topFolderId } = useParams()
  return <Files key={courseId} courseId={Number(courseId)} folderId={Number(folderId)} />
}
