import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { Notice } from '../../../ui/Notice.tsx'
import styles from './UploadPanel.module.css'
import type { useUploads } from './useUploads.ts'

/** What is to be said of what was picked: what stayed here and why, and what has another name now. */
export function UploadNotices({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  const t = useT('uploads')
  const errors = useT('errors')
  const { time } = useFormat()
  const { said, kept, items } = uploads
  const { renamed, empty, notKept, unsupported, failed } = said
  const isGoing = items.some(({ state }) => state !== 'done')
  const isSaid = renamed.length + empty.length + notKept.length + unsupported > 0 || failed !== undefined
  if (!isSaid && (kept || !isGoing)) return null
  const names = (list: readonly string[]) => (
    <ul className={styles.names}>
      {list.slice(0, most).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, and the list never changes
        <li key={index}>{name}</li>
      ))}
      {list.length > most && <li>{t('rest', { count: list.length - most })}</li>}
    </ul>
  )
  return (
    <div className={styles.notices} role="status">
      {failed !== undefined && (
        <Notice tone="danger">{t('failed', { reason: errorSentence(failed, errors, time) })}</Notice>
      )}
      {unsupported > 0 && <Notice tone="warn">{t('unsupported', { count: unsupported })}</Notice>}
      {empty.length > 0 && (
        <Notice tone="warn">
          {t('empty', { count: empty.length })}
          {names(empty.map(harmlessName))}
        </Notice>
      )}
      {notKept.length > 0 && (
        <Notice tone="warn">
          {t('notKept', { count: notKept.length })}
          {names(notKept.map(harmlessName))}
        </Notice>
      )}
      {renamed.length > 0 && (
        <Notice>
          {t('renamed', { count: renamed.length })}
          {names(renamed.map(({ from, to }) => `${harmlessName(from)} → ${harmlessName(to)}`))}
        </Notice>
      )}
      {!kept && isGoing && <Notice tone="warn">{t('memoryOnly')}</Notice>}
      {isSaid && (
        <button type="button" className={styles.dismiss} onClick={uploads.forgetSaid}>
          {t('understood')}
        </button>
      )}
    </div>
  )
}

/** So many names are listed. */
const most = 5
