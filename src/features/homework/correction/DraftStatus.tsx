import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { DraftState } from '../../../outbox/Drafts.ts'
import styles from './CorrectionFields.module.css'

/** Whether what is typed is on disk. Not read out: it changes with every few letters. */
export function DraftStatus({ state }: { state: Pick<DraftState<unknown>, 'kept' | 'saving' | 'saved'> }) {
  const t = useT('correction')
  const format = useFormat()
  if (!state.kept) {
    return (
      <p className={styles.status} data-tone="warn">
        <IconAlertTriangle aria-hidden />
        {t('notKept')}
      </p>
    )
  }
  if (state.saving) return <p className={styles.status}>{t('saving')}</p>
  if (!state.saved) return null
  return (
    <p className={styles.status} data-tone="ok">
      <IconCheck aria-hidden />
      {t('saved', { time: format.time(state.saved.savedAt) })}
    </p>
  )
}
