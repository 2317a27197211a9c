import { IconAlertTriangle } from '@tabler/icons-react'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import styles from './HomeworkForm.module.css'

type FormFailedProps =
  | { sentence: string; error?: undefined; retry?: undefined }
  | { sentence?: undefined; error: Error; retry: () => void }

/** Why there is no form. */
export function FormFailed({ sentence, error, retry }: FormFailedProps) {
  const tErrors = useT('errors')
  const format = useFormat()
  return (
    <div className={styles.body}>
      <EmptyState
        tone="danger"
        icon={<IconAlertTriangle aria-hidden />}
        title={tErrors('title')}
        actions={retry && <Button onClick={retry}>{tErrors('tryAgain')}</Button>}
      >
        {sentence ?? errorSentence(error, tErrors, format.time)}
      </EmptyState>
    </div>
  )
}
