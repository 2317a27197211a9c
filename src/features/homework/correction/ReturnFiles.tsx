import { ActionIcon, Input } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { DropZone, PickFiles } from '../../../ui/inputs/PickFiles.tsx'
import styles from './CorrectionFields.module.css'
import type { useReturnFiles } from './useReturnFiles.ts'

type ReturnFilesProps = {
  files: readonly KeptFile[]
  adding: ReturnType<typeof useReturnFiles>
  takesFiles: boolean
  /** A file that is not there any more. */
  goneId: string | undefined
}

/** The files that go back with a correction. */
export function ReturnFiles({ files, adding, takesFiles, goneId }: ReturnFilesProps) {
  const t = useT('correction')
  const format = useFormat()
  const title = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be laid out like the labels beside it.
    <div className={styles.row} role="group" aria-labelledby={title}>
      <p id={title} className={styles.label}>
        {t('files.title')}
      </p>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ id, name, size }) => (
            <li key={id} data-gone={id === goneId || undefined}>
              <FileName name={name} />
              <span className={styles.size}>{format.fileSize(size)}</span>
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={t('files.remove', { name: harmlessName(name) })}
                onClick={() => adding.remove(id)}
              >
                <IconX aria-hidden />
              </ActionIcon>
              {id === goneId && <Input.Error role="alert">{t('fileGone')}</Input.Error>}
            </li>
          ))}
        </ul>
      )}
      {takesFiles ? (
        <PickFiles label={t('files.title')} onFiles={adding.add}>
          {choose => (
            <DropZone over={adding.over} choose={choose}>
              {link =>
                adding.keeping > 0
                  ? t('files.keeping')
                  : adding.over
                    ? t('files.dropNow')
                    : t.rich('files.drop', { choose: link })
              }
            </DropZone>
          )}
        </PickFiles>
      ) : (
        <Input.Description>{t('files.unsupported')}</Input.Description>
      )}
      {adding.refused.map(({ name, why }) => (
        <Input.Error key={name} role="alert">
          {t(`files.${why}`, { name: harmlessName(name) })}
        </Input.Error>
      ))}
    </div>
  )
}
