import type { ReactNode } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Notice } from './Notice.tsx'
import styles from './VersionCompare.module.css'

/**
 * Formatted values of a field. The comparison shows an empty value as "none", and omits `remote` if it is undefined.
 */
export type ComparedField = { label: string; remote: string | undefined; local: string }

type VersionCompareProps = {
  reason: ReactNode
  fields: readonly ComparedField[]
}

/** The stored and the local version, side by side. Fields that differ are marked. */
export function VersionCompare({ reason, fields }: VersionCompareProps) {
  const t = useT('drafts')
  const renderVersion = (version: 'remote' | 'local') => (
    <section aria-label={t(`versions.${version}`)}>
      <h3>{t(`versions.${version}`)}</h3>
      <dl>
        {fields.map(({ label, ...values }) => {
          const value = values[version]?.trim()
          if (value === undefined) return null
          const differs = values.remote !== undefined && values.remote.trim() !== values.local.trim()
          return (
            <div key={label} data-differs={differs || undefined}>
              <dt>{label}</dt>
              <dd dir="auto" data-empty={value === '' || undefined}>
                {value || t('versions.none')}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
  return (
    <>
      <Notice tone="warn" role="alert">
        {reason}
      </Notice>
      <div className={styles.versions}>
        {renderVersion('remote')}
        {renderVersion('local')}
      </div>
    </>
  )
}
