import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useNow } from '../../../ui/SchoolTime.tsx'
import styles from './HomeworkForm.module.css'
import type { HomeworkForm } from './useHomeworkForm.ts'

/** What there is to say of a draft above the form: that it was begun before, or is being written in two tabs. */
export function DraftNotices({ form }: { form: HomeworkForm }) {
  const t = useT('homework')
  const format = useFormat()
  const now = useNow()
  const { restored, state } = form
  return (
    <>
      {restored !== undefined && !form.value.sent && (
        <Notice role="status" action={{ label: t('form.startAfresh'), run: form.restart }}>
          {t('form.restored', { when: format.moment(restored, now) })}
        </Notice>
      )}
      {!state.kept && <Notice tone="warn">{t('form.notKept')}</Notice>}
      {state.forks.map(fork => (
        <div key={fork.id} className={styles.fork}>
          <Notice tone="warn" action={{ label: t('form.takeFork'), run: () => form.takeFork(fork.id) }}>
            {t('form.fork', {
              when: format.moment(fork.savedAt, now),
              text: fork.value.text || fork.value.note,
            })}
          </Notice>
          <button type="button" onClick={() => void form.draft.dropFork(fork.id)}>
            {t('form.dropFork')}
          </button>
        </div>
      ))}
    </>
  )
}
