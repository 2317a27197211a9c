import { ActionIcon, Input, UnstyledButton } from '@mantine/core'
import { IconUpload, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
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
  const input = useRef<HTMLInputElement>(null)
  const title = useId()
  const choose = (words: ReactNode) => (
    <UnstyledButton className={styles.choose} onClick={() => input.current?.click()}>
      {words}
    </UnstyledButton>
  )
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
        <div className={styles.drop} data-over={adding.over}>
          <IconUpload aria-hidden />
          <span>
            {adding.keeping > 0
              ? t('files.keeping')
              : adding.over
                ? t('files.dropNow')
                : t.rich('files.drop', { choose })}
          </span>
        </div>
      ) : (
        <Input.Description>{t('files.unsupported')}</Input.Description>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('files.title')}
        onChange={event => {
          adding.add([...(event.currentTarget.files ?? [])])
          // The same file can be chosen again after it was taken out.
          event.currentTarget.value = ''
        }}
      />
      {adding.refused.map(({ name, why }) => (
        <Input.Error key={name} role="alert">
          {t(`files.${why}`, { name: harmlessName(name) })}
        </Input.Error>
      ))}
    </div>
  )
}
