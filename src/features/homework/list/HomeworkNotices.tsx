import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Saved } from '../../../lib/saved.ts'
import { AsOf } from '../../../ui/AsOf.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from './HomeworkList.module.css'
import type { HomeworkList } from './useHomeworkList.ts'

type HomeworkNoticesProps = {
  list: HomeworkList
  saved: Saved | undefined
  /** Unix ms. */
  now: number
}

/** What must be known of the list: what was just done, how old it is, what could not be read. */
export function HomeworkNotices({ list, saved, now }: HomeworkNoticesProps) {
  const t = useT('homework')
  const tErrors = useT('errors')
  const format = useFormat()
  const { asOf, error, unreadable } = list
  const stale = asOf !== undefined && error !== null
  if (!stale && unreadable === 0 && !saved) return null
  return (
    <div className={styles.notices}>
      {saved && (
        <Notice tone="ok" role="status">
          {saved.said}
        </Notice>
      )}
      {stale && (
        <AsOf
          sentence={t('stale', {
            when: format.moment(asOf, now),
            reason: errorSentence(error, tErrors, format.time),
          })}
          retry={{ label: t('tryAgain'), run: list.retry }}
        />
      )}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}
