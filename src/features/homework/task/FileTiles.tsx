import { IconFile, IconFileText, IconPhoto } from '@tabler/icons-react'
import type { Document } from '../../../contract/documents.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { FileName } from '../../../ui/FileName.tsx'
import styles from './OwnWork.module.css'

type FileTilesProps = { label: string; files: readonly Document[]; onShow: (id: number) => void }

/** Files by name and size; each opens where files are shown. */
export function FileTiles({ label, files, onShow }: FileTilesProps) {
  const format = useFormat()
  return (
    <ul className={styles.tiles} aria-label={label}>
      {files.map(({ id, name, size, content_type }) => (
        <li key={id}>
          <button type="button" onClick={() => onShow(id)}>
            <FileIcon type={content_type} />
            <FileName name={name} />
            <span className={styles.size}>{format.fileSize(size)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What kind of file it says it is. */
export function FileIcon({ type }: { type: string }) {
  if (type.startsWith('image/')) return <IconPhoto aria-hidden />
  return type === 'application/pdf' || type.startsWith('text/') ? (
    <IconFileText aria-hidden />
  ) : (
    <IconFile aria-hidden />
  )
}
