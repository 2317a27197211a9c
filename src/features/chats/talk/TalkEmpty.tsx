import { IconMessage } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import styles from './Talk.module.css'
import { useTalk } from './TalkContext.ts'

/** A chat nobody has written in. */
export function TalkEmpty() {
  const { t } = useTalk()
  return (
    <div className={styles.empty}>
      <EmptyState icon={<IconMessage aria-hidden />} title={t('empty')}>
        {t('emptyHint')}
      </EmptyState>
    </div>
  )
}
