import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiError } from '../../../api/ApiError.ts'
import { paths } from '../../../app/paths.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import styles from './Task.module.css'

type TaskFailedProps = { courseId: number; error: ApiError; retry: () => void }

/** No homework to show: it is not there, not theirs, or could not be fetched. */
export function TaskFailed({ courseId, error, retry }: TaskFailedProps) {
  const t = useT('task')
  const tErrors = useT('errors')
  const format = useFormat()
  const gone = error.kind === 'notFound'
  return (
    <div className={styles.place}>
      <EmptyState
        tone="danger"
        icon={<IconAlertTriangle aria-hidden />}
        title={t(gone ? 'failed.notFoundTitle' : 'failed.title')}
        actions={
          <>
            {!gone && (
              <Button onClick={retry}>
                <IconRefresh aria-hidden />
                {tErrors('tryAgain')}
              </Button>
            )}
            <Link className={buttonClass({ look: gone ? 'plain' : 'quiet' })} to={paths.homework(courseId)}>
              {t('failed.toList')}
            </Link>
          </>
        }
      >
        {gone ? t('failed.notFoundLead') : errorSentence(error, tErrors, format.time)}
      </EmptyState>
    </div>
  )
}
