import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { FileName } from '../../ui/FileName.tsx'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import styles from './FileList.module.css'

/** `isSent`: the service has it already, so it can't be removed. */
type Listed = { id: number | string; name: string; size?: number; type?: string; isSent?: true | undefined }

type FileListProps<F extends Listed> = {
  files: readonly F[]
  /** Content after the name, instead of the size. */
  renderDetails?: (file: F) => ReactNode
  icon?: (file: F) => ReactNode
  remove?: { label: (name: string) => string; run: (file: F) => void } | undefined
  problem?: (file: F) => ReactNode
}

export function FileList<F extends Listed>({
  files,
  renderDetails,
  icon,
  remove,
  problem,
}: FileListProps<F>) {
  const format = useFormat()
  return (
    <ul className={styles.files}>
      {files.map(file => (
        <li key={file.id} className={styles.file}>
          <span>
            {icon?.(file)}
            <FileName name={file.name} />
          </span>
          <span className={styles.said}>
            {renderDetails ? renderDetails(file) : file.size !== undefined && format.fileSize(file.size)}
          </span>
          {remove && !file.isSent && (
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={remove.label(sanitizeName(file.name))}
              onClick={() => remove.run(file)}
            >
              <IconX aria-hidden />
            </ActionIcon>
          )}
          {problem?.(file)}
        </li>
      ))}
    </ul>
  )
}
