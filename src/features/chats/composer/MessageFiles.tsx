import { ActionIcon } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import styles from './MessageFiles.module.css'

type MessageFilesProps = {
  files: readonly KeptFile[]
  /** Some are being read. */
  keeping: boolean
  /** One that is not here any more. */
  goneId: string | undefined
  remove: (id: string) => void
}

/** The files that will go with a message. */
export function MessageFiles({ files, keeping, goneId, remove }: MessageFilesProps) {
  const t = useT('composer')
  if (files.length === 0 && !keeping) return null
  return (
    <div className={styles.files}>
      {files.length > 0 && (
        <ul aria-label={t('files.title')}>
          {files.map(file => (
            <li key={file.id} data-gone={file.id === goneId || undefined}>
              <FileTile file={file} remove={() => remove(file.id)} />
              {file.id === goneId && (
                <p className={styles.gone} role="alert">
                  {t('files.gone')}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {keeping && (
        <p className={styles.keeping} role="status">
          {t('files.keeping')}
        </p>
      )}
    </div>
  )
}

function FileTile({ file, remove }: { file: KeptFile; remove: () => void }) {
  const t = useT('composer')
  const format = useFormat()
  const thumbnail = useThumbnail(file)
  const { name, size } = file
  return (
    <div className={styles.tile}>
      <span className={styles.picture}>
        {thumbnail ? <img src={thumbnail} alt="" /> : <IconFile aria-hidden />}
      </span>
      <span className={styles.about}>
        <FileName name={name} />
        <span className={styles.size}>{format.fileSize(size)}</span>
      </span>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={t('files.remove', { name: harmlessName(name) })}
        onClick={remove}
      >
        <IconX aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** What every browser draws as a picture, and that can't run anything: no SVG. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

/** The address of a picture of a kept file, while it shows; `undefined` for what is no picture. */
function useThumbnail({ id, type }: Pick<KeptFile, 'id' | 'type'>): string | undefined {
  const { drafts } = useOutbox()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!pictures.has(type)) return
    let made: string | undefined
    let left = false
    void drafts.file(id).then(file => {
      if (!file || left) return
      made = URL.createObjectURL(file)
      setUrl(made)
    })
    return () => {
      left = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [drafts, id, type])
  return url
}
