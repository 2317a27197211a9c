import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useT } from '../../../i18n/useT.ts'
import styles from './ClassAccess.module.css'

const widths = ['8rem', '7rem', '9rem', '6rem', '8rem', '7rem', '10rem', '8rem']

export function AccessSkeleton() {
  const t = useT('classAccess')
  return (
    <Stack gap="xl" className={styles.whole ?? ''}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move.
        <Skeleton key={index} width={width} />
      ))}
    </Stack>
  )
}
