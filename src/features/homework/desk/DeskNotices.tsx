import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { AsOf } from '../../../ui/AsOf.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNow } from '../../../ui/SchoolTime.tsx'
import styles from './Desk.module.css'
import type { DeskData } from './useDesk.ts'

type DeskNoticesProps = { data: Extract<DeskData, { kind: 'open' }> }

/** What must be known of the list: how old it is, how complete. */
export function DeskNotices({ data: { stale, unreadable, retry } }: DeskNoticesProps) {
  const t = useT('desk')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  return (
    <div className={styles.notices}>
      {stale && (
        <AsOf
          sentence={t('stale', {
            when: format.moment(stale.asOf, now),
            reason: errorSentence(stale.error, tErrors, format.time),
          })}
          retry={{ label: t('tryAgain'), run: retry }}
        />
      )}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}
