import { VisuallyHidden } from '@mantine/core'
import { IconDownload, IconFile, IconFileText, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { Document } from '../../../contract/documents.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import styles from './MessageFiles.module.css'
import { useMessageList } from './MessageListContext.ts'
import { useSaveFile } from './useSaveFile.ts'

/** A file by name, kind and size: opens where files are looked at, or is saved where nothing can be shown of it. */
export function FileTile({ file }: { file: Document }) {
  const { t, format, show } = useMessageList()
  const { save, isLoading, problem } = useSaveFile(file)
  const name = harmlessName(file.name)
  return (
    <div>
      <div className={styles.tile}>
        <button
          type="button"
          className={styles.open}
          onClick={() => (isShown(file) ? show(file.id) : save())}
        >
          <VisuallyHidden>{isShown(file) ? t('opens') : t('downloads')}</VisuallyHidden>
          <KindIcon type={file.content_type} />{' '}
          <span className={styles.facts}>
            <span className={styles.name}>
              <FileName name={file.name} />
            </span>{' '}
            <span className={styles.kind}>
              {t('fileFacts', { kind: kindOf(file) ?? t('file'), size: format.fileSize(file.size) })}
            </span>
          </span>
        </button>
        <button
          type="button"
          className={styles.save}
          aria-label={isLoading ? t('downloading', { name }) : t('download', { name })}
          aria-busy={isLoading}
          onClick={save}
        >
          <IconDownload aria-hidden />
        </button>
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** What kind of file it says it is. */
export function KindIcon({ type }: { type: string }) {
  if (type === 'application/pdf') return <IconFileTypePdf aria-hidden />
  if (type.startsWith('image/')) return <IconPhoto aria-hidden />
  return type.startsWith('text/') ? <IconFileText aria-hidden /> : <IconFile aria-hidden />
}

/** The kind as people call it, `PDF`, by the end of the name; `undefined` where it has none. */
export function kindOf({ name }: Pick<Document, 'name'>): string | undefined {
  const end = /\.([\p{L}\p{N}]{1,8})$/u.exec(harmlessName(name))?.[1]
  return end?.toUpperCase()
}

const shown = /^(?:image\/|text\/|application\/(?:pdf|json|xml))/i

/** Whether the viewer has something to show of it. */
export const isShown = ({ content_type }: Pick<Document, 'content_type'>): boolean => shown.test(content_type)
