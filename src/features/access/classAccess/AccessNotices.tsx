import { formatError } from '../../../i18n/formatError.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { StaleDataNotice } from '../../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './ClassAccess.module.css'
import type { ClassAccessState } from './useClassAccess.ts'

export function AccessNotices({ classAccess }: { classAccess: ClassAccessState }) {
  const { error, asOf, failed, unreadable, retry } = classAccess
  const t = useT('classAccess')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const again = { label: tErrors('tryAgain'), run: retry }
  return (
    <div className={styles.notices}>
      {error && asOf !== undefined && (
        <StaleDataNotice
          sentence={t('stale', {
            when: format.moment(asOf, now),
            reason: formatError(error, tErrors, format.time),
          })}
          retry={again}
        />
      )}
      {error && asOf === undefined && (
        <Notice tone="danger" role="alert" action={again}>
          {t('failed')}. {formatError(error, tErrors, format.time)}
        </Notice>
      )}
      {failed.map(({ name, error: reason }) => (
        <Notice key={name} tone="danger" role="alert" action={again}>
          {t(`listFailed.${name}`)} {formatError(reason, tErrors, format.time)}
        </Notice>
      ))}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}
