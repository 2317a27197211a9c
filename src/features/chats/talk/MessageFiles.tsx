import type { Document } from '../../../contract/documents.ts'
import { FileTile } from './FileTile.tsx'
import styles from './MessageFiles.module.css'
import { PictureTile } from './PictureTile.tsx'
import { isPicture } from './pictures.ts'
import { useTalk } from './TalkContext.ts'

/** The files of a message: pictures to look at, everything else by name. */
export function MessageFiles({ files }: { files: readonly Document[] | undefined }) {
  const { t } = useTalk()
  if (!files || files.length === 0) return <p className={styles.missing}>{t('filesMissing')}</p>
  const pictures = files.filter(isPicture)
  const others = files.filter(file => !isPicture(file))
  return (
    <ul className={styles.files} aria-label={t('files')}>
      {[...pictures, ...others].map(file => (
        <li key={file.id} data-picture={isPicture(file)}>
          {isPicture(file) ? <PictureTile file={file} /> : <FileTile file={file} />}
        </li>
      ))}
    </ul>
  )
}
