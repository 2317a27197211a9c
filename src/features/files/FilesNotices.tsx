import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { AsOf } from '../../ui/AsOf.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useNow } from '../../ui/SchoolTime.tsx'
import styles from './Files.module.css'
import type { ClassFiles } from './useClassFiles.ts'

/** What must be known of the files: how old they are, what could not be read. */
export function FilesNotices({ files }: { files: ClassFiles }) {
  const t = useT('files')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const { asOf, error, unreadable, retry } = files
  const isStale = asOf !== undefined && error !== null
  if (!isStale && unreadable === 0) return null
  return (
    <div className={styles.notices}>
      {isStale && (
        <AsOf
          sentence={t('stale', {
            when: format.moment(asOf, now),
            reason: errorSentence(error, tErrors, format.time),
          })}
          retry={{ label: t('tryAgain'), run: retry }}
        />
      )}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}
