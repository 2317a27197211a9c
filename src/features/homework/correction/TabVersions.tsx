import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import panel from './CorrectionPanel.module.css'
import styles from './CorrectionText.module.css'
import { CorrectionText } from './CorrectionText.tsx'
import type { OpenCorrection } from './useCorrectionDraft.ts'

/** One draft written in two tabs: both are shown until a person chooses. */
export function TabVersions({ open: { value, begun, state, draft } }: { open: OpenCorrection }) {
  const t = useT('correction')
  const format = useFormat()
  const keepThis = async () => {
    for (const { id } of state.forks) await draft.dropFork(id)
  }
  const take = async (id: string) => {
    await draft.takeFork(id)
    for (const other of draft.state().forks) await draft.dropFork(other.id)
  }
  return (
    <div className={panel.form} role="alert">
      <h2 className={styles.title}>{t('forks.title')}</h2>
      <p className={styles.soft}>{t('forks.lead')}</p>
      {begun && (
        <>
          <CorrectionText label={t('forks.here')} {...value} files={value.files.length} />
          <div className={styles.actions}>
            <Button size="small" onClick={() => void keepThis()}>
              {t('forks.keepThis')}
            </Button>
          </div>
        </>
      )}
      {state.forks.map(({ id, value: other, savedAt }) => {
        const label = t('forks.other', { time: format.time(savedAt) })
        return (
          <div key={id} className={styles.versions}>
            <CorrectionText label={label} {...other} files={other.files.length} />
            <div className={styles.actions}>
              <Button
                size="small"
                aria-label={`${t('forks.keepThis')}: ${label}`}
                onClick={() => void take(id)}
              >
                {t('forks.keepThis')}
              </Button>
            </div>
          </div>
        )
      })}
    </div>
  )
}
