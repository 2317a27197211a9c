import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconRefreshAlert, IconUserShield } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import styles from './ThingMark.module.css'
import type { ThingAccess } from './thingAccess.ts'

/** What is to be known of the access to a thing, by icon and words; nothing where it is as usual or still to come. */
export function ThingMark({ access }: { access: ThingAccess | undefined }) {
  const t = useT('matrix')
  if (!access) return null
  if (access.state === 'known') {
    if (access.onlyAdmin) {
      return (
        <span className={styles.quiet} title={t('admins.oneNamed', { name: access.onlyAdmin.name })}>
          <IconUserShield aria-hidden />
          <VisuallyHidden>{t('admins.one')}</VisuallyHidden>
        </span>
      )
    }
    if (access.admins.length > 0) return null
    return (
      <span className={styles.mark} data-tone="warn">
        <IconAlertTriangle aria-hidden />
        {t('admins.none')}
      </span>
    )
  }
  return (
    <span className={styles.mark}>
      {access.state === 'unasked' ? null : access.state === 'failed' ? (
        <IconRefreshAlert aria-hidden />
      ) : (
        <IconLock aria-hidden />
      )}
      {t(`state.${access.state}`)}
    </span>
  )
}
