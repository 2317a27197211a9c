import { IconDownload } from '@tabler/icons-react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { KindIcon } from '../talk/FileTile.tsx'
import { isShown } from '../talk/fileFacts.ts'
import { useSaveFile } from '../talk/useSaveFile.ts'
import styles from './ChatInfo.module.css'
import type { SentFile } from './filesSent.ts'

/** A file by name, with who sent it and when: opens where files are looked at, and can be saved. */
export function SentFileRow({ sent, onShow }: { sent: SentFile; onShow: (fileId: number) => void }) {
  const { file, message } = sent
  const t = useT('chats')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const { save, isLoading, problem } = useSaveFile(file)
  const name = harmlessName(file.name)
  const at = instantOf(message.sent_at, timeZone)
  const day = at === undefined ? '' : format.date(at)
  return (
    <>
      <div className={styles.file}>
        <button type="button" onClick={() => (isShown(file) ? onShow(file.id) : save())}>
          <VisuallyHidden>{isShown(file) ? t('filesOf.shows') : t('filesOf.downloads')}</VisuallyHidden>
          <KindIcon type={file.content_type} />{' '}
          <span className={styles.fileWords}>
            <FileName name={file.name} />{' '}
            <span className={styles.fileFacts}>
              {message.is_own
                ? t('filesOf.fromYou', { day })
                : t('filesOf.from', { name: harmlessName(message.user.name), day })}
            </span>
          </span>
        </button>
        {isShown(file) && (
          <Button
            look="quiet"
            square
            aria-label={t('filesOf.download', { name })}
            aria-busy={isLoading}
            onClick={save}
          >
            <IconDownload aria-hidden />
          </Button>
        )}
      </div>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
