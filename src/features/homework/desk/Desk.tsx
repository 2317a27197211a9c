import { IconUsers } from '@tabler/icons-react'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { ScreenHeader } from '../../../ui/ScreenHeader.tsx'
import { ClosedDesk } from './ClosedDesk.tsx'
import styles from './Desk.module.css'
import { DeskSkeleton } from './DeskSkeleton.tsx'
import { OpenDesk } from './OpenDesk.tsx'
import { useDesk } from './useDesk.ts'
import { useDeskHeading } from './useDeskHeading.ts'

/** The desk of one homework, or why there is none: loading, failed, nobody there, not to be corrected. */
export function Desk({ courseId, homeworkId }: { courseId: number; homeworkId: number }) {
  const t = useT('desk')
  const tErrors = useT('errors')
  const format = useFormat()
  const data = useDesk(courseId, homeworkId)
  const heading = useDeskHeading(courseId, data.homework)
  switch (data.kind) {
    case 'loading':
      return (
        <>
          <ScreenHeader {...heading} />
          <DeskSkeleton />
        </>
      )
    case 'failed':
      return (
        <div className={styles.place}>
          <ScreenHeader {...heading} />
          <LoadFailed
            title={t('failed')}
            reason={errorSentence(data.error, tErrors, format.time)}
            retry={{ label: tErrors('tryAgain'), run: data.retry }}
          />
        </div>
      )
    case 'notTaken':
    case 'notYours':
      return (
        <div className={styles.place}>
          <ScreenHeader {...heading} />
          <ClosedDesk homework={data.homework} why={data.kind} />
        </div>
      )
    case 'open':
      if (data.entries.length > 0) return <OpenDesk data={data} heading={heading} />
      return (
        <div className={styles.place}>
          <ScreenHeader {...heading} />
          <EmptyState
            icon={<IconUsers aria-hidden />}
            title={t('empty.title')}
            actions={<Button onClick={data.retry}>{t('empty.action')}</Button>}
          >
            {data.unreadable > 0 ? tErrors('unreadable', { count: data.unreadable }) : t('empty.lead')}
          </EmptyState>
        </div>
      )
  }
}
