import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconBook2, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadFailed } from '../../../ui/feedback/LoadFailed.tsx'
import { HomeworkByNumber } from './HomeworkByNumber.tsx'
import styles from './HomeworkList.module.css'
import { type HomeworkContentProps, HomeworkTable } from './HomeworkTable.tsx'

/** The list, or why there is none: loading, failed, empty, nothing matches. */
export function HomeworkContent(props: HomeworkContentProps) {
  const { courseId, list, groups, all, address, mayWrite, onChange, onDrawn } = props
  const t = useT('homework')
  const tErrors = useT('errors')
  const format = useFormat()
  const empty = groups.length === 0
  useEffect(() => {
    if (empty) onDrawn('')
  }, [empty, onDrawn])

  if (list.error && list.asOf === undefined) {
    return (
      <div className={styles.place}>
        <LoadFailed
          title={t('failed')}
          reason={errorSentence(list.error, tErrors, format.time)}
          retry={{ label: tErrors('tryAgain'), run: list.retry }}
        />
      </div>
    )
  }
  return (
    <>
      {list.byNumber && <HomeworkByNumber byNumber={list.byNumber} />}
      {content()}
    </>
  )

  function content() {
    if (list.loading && all === 0) return <HomeworkSkeleton />
    if (all === 0) {
      if (list.byNumber) {
        // What could not be loaded is named above.
        if (list.byNumber.failed.length > 0) return null
        return (
          <div className={styles.place}>
            <EmptyState icon={<IconBook2 aria-hidden />} title={t('number.emptyTitle')}>
              {t('number.emptyLead')}
            </EmptyState>
          </div>
        )
      }
      return (
        <div className={styles.place}>
          <EmptyState
            icon={<IconBook2 aria-hidden />}
            title={t('empty.title')}
            actions={
              mayWrite && (
                <Button
                  component={Link}
                  to={paths.newHomework(courseId)}
                  leftSection={<IconPlus aria-hidden />}
                >
                  {t('new')}
                </Button>
              )
            }
          >
            {mayWrite ? t('empty.leadTeacher') : t('empty.leadPupil')}
          </EmptyState>
        </div>
      )
    }
    if (empty) {
      return (
        <div className={styles.place}>
          <EmptyState
            icon={<IconFilterOff aria-hidden />}
            title={t('nothing.title')}
            actions={
              <Button onClick={() => onChange({ ...address, find: '', subject: undefined })}>
                {t('nothing.clear')}
              </Button>
            }
          >
            {t('nothing.lead', { all: String(all) })}
          </EmptyState>
        </div>
      )
    }
    return <HomeworkTable {...props} />
  }
}

const groups = [
  ['8rem', '11rem', '9rem'],
  ['12rem', '10rem', '13rem', '8rem'],
] as const

/** The list while it loads: two groups of rows in the places the real ones will have. */
function HomeworkSkeleton() {
  const t = useT('homework')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {groups.map(rows => (
        <div key={rows.join()} aria-hidden>
          <div className={styles.head}>
            <Skeleton width="9rem" />
          </div>
          {rows.map(width => (
            <div key={width} className={styles.row}>
              <Skeleton width="4rem" />
              <Skeleton width={width} />
              <Skeleton width="5rem" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
