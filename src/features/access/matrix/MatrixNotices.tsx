import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { AsOf } from '../../../ui/AsOf.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNow } from '../../../ui/SchoolTime.tsx'
import styles from './ClassAccess.module.css'
import type { Grants } from './grantStore.ts'
import type { Things } from './useThings.ts'

type MatrixNoticesProps = {
  things: Things
  people: { unsupported: boolean; unreadable: number; error: Error | null }
  grants: Grants
  retry: () => void
}

/** What must be known of the matrix: how old it is, what could not be loaded, what this service does not tell. */
export function MatrixNotices({ things, people, grants, retry }: MatrixNoticesProps) {
  const t = useT('matrix')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const failed = [
    ...things.failed,
    ...(people.error ? [{ kind: 'people' as const, error: people.error }] : []),
  ]
  const unreadable = [...grants.access.values()].reduce(
    (sum, each) => sum + (each.state === 'known' ? each.unreadable : 0),
    things.unreadable + people.unreadable,
  )
  const again = { label: t('tryAgain'), run: retry }
  return (
    <div className={styles.notices}>
      {grants.error && grants.asOf !== undefined && (
        <AsOf
          sentence={t('stale', {
            when: format.moment(grants.asOf, now),
            reason: errorSentence(grants.error, tErrors, format.time),
          })}
          retry={again}
        />
      )}
      {failed.map(({ kind, error }) => (
        <Notice key={kind} tone="danger" role="alert" action={again}>
          {t(`listFailed.${kind}`)} {errorSentence(error, tErrors, format.time)}
        </Notice>
      ))}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
      {people.unsupported && <Notice>{t('unsupported.people')}</Notice>}
      {things.unsupported.includes('homework') && <Notice>{t('unsupported.homework')}</Notice>}
    </div>
  )
}
