import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiError } from '../../api/ApiError.ts'
import { paths } from '../../app/paths.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './Subject.module.css'

type SubjectFailedProps = { courseId: number; error: ApiError; gone: boolean; retry: () => void }

/** No subject to show: it is not there, not theirs (`gone`), or could not be fetched. */
export function SubjectFailed({ courseId, error, gone, retry }: SubjectFailedProps) {
  const t = useT('subject')
  const tErrors = useT('errors')
  const format = useFormat()
  return (
    <div className={styles.place}>
      <EmptyState
        tone="danger"
        icon={<IconAlertTriangle aria-hidden />}
        title={t(gone ? 'failed.goneTitle' : 'failed.title')}
        actions={
          <>
            {!gone && (
              <Button onClick={retry}>
                <IconRefresh aria-hidden />
                {tErrors('tryAgain')}
              </Button>
            )}
            <Link className={buttonClass({ look: gone ? 'plain' : 'quiet' })} to={paths.timetable(courseId)}>
              {t('failed.toTimetable')}
            </Link>
          </>
        }
      >
        {gone ? t('failed.goneLead') : errorSentence(error, tErrors, format.time)}
      </EmptyState>
    </div>
  )
}
