import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import styles from './HomeworkForm.module.css'
import type { HomeworkForm } from './useHomeworkForm.ts'

/** Beside the button: when the draft was saved last. */
export function DraftLine({ form }: { form: HomeworkForm }) {
  const t = useT('homework')
  const format = useFormat()
  const { saved, saving } = form.state
  if (saving) return <p className={styles.draft}>{t('form.savingDraft')}</p>
  if (!saved || form.value.sent) return null
  return <p className={styles.draft}>{t('form.saved', { time: format.time(saved.savedAt) })}</p>
}
