import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { query } from '../../api/query.ts'
import { paths } from '../../app/paths.ts'
import { me, setsHomework } from '../../contract/me.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { savedIn } from '../../lib/saved.ts'
import { AsOf } from '../../ui/AsOf.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useNow } from '../../ui/SchoolTime.tsx'
import { ScreenHeader } from '../../ui/ScreenHeader.tsx'
import { ComingLessons } from './ComingLessons.tsx'
import styles from './Subject.module.css'
import { SubjectAccess } from './SubjectAccess.tsx'
import { SubjectFacts } from './SubjectFacts.tsx'
import { SubjectFailed } from './SubjectFailed.tsx'
import { SubjectFiles } from './SubjectFiles.tsx'
import { SubjectHomework } from './SubjectHomework.tsx'
import { SubjectSkeleton } from './SubjectSkeleton.tsx'
import { subjectQuery } from './subjectQueries.ts'

type SubjectProps = { courseId: number; lessonId: number }

/** One subject of a class with all that belongs to it: where a lesson of the timetable leads to. */
export function Subject({ courseId, lessonId }: SubjectProps) {
  const t = useT('subject')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const location = useLocation()
  const { data: subject, error, dataUpdatedAt, refetch } = useQuery(subjectQuery(courseId, lessonId))
  const person = useQuery(query(me.get, {})).data
  const retry = () => void refetch()

  const name = subject && (subject.name.trim() || t('number', { id: String(lessonId) }))
  const parent = useMemo(() => ({ label: t('timetable'), to: paths.timetable(courseId) }), [t, courseId])
  const access = paths.withAccess(location, { field: 'lesson_id', id: lessonId })
  const mayWrite = subject !== undefined && person !== undefined && setsHomework(person)
  const here = subject !== undefined
  const saved = savedIn(location.state)
  const actions = useMemo(
    () => [
      ...(here ? [{ id: 'access', label: t('access.open'), icon: <IconKey aria-hidden />, to: access }] : []),
      ...(mayWrite
        ? [
            {
              id: 'new',
              label: t('homework.new'),
              icon: <IconPlus aria-hidden />,
              look: 'primary' as const,
              to: paths.newHomework(courseId, { subject: String(lessonId) }),
              state: { from: { path: paths.subject(courseId, lessonId) } },
            },
          ]
        : []),
    ],
    [t, here, access, mayWrite, courseId, lessonId],
  )
  const header = <ScreenHeader title={name ?? t('title')} parent={parent} actions={actions} />

  // What was deleted, or taken from the reader, is not shown any longer.
  const gone = error?.kind === 'notFound'
  const closed = gone || error?.kind === 'forbidden' || error?.kind === 'noScope'
  if (!subject || closed) {
    return (
      <>
        {header}
        {error && error.kind !== 'signedOut' ? (
          <SubjectFailed courseId={courseId} error={error} gone={gone} retry={retry} />
        ) : (
          <SubjectSkeleton />
        )}
      </>
    )
  }
  return (
    <>
      {header}
      <div className={styles.subject}>
        <div className={styles.main}>
          {saved && (
            <Notice tone="ok" role="status">
              {saved.said}{' '}
              <Link
                className={styles.link}
                to={paths.homework(courseId) + saved.list}
                state={{ saved, keepsFocus: true }}
              >
                {t('homework.show')}
              </Link>
            </Notice>
          )}
          {error && error.kind !== 'signedOut' && (
            <AsOf
              sentence={t('stale', {
                when: format.moment(dataUpdatedAt, now),
                reason: errorSentence(error, tErrors, format.time),
              })}
              retry={{ label: tErrors('tryAgain'), run: retry }}
            />
          )}
          <SubjectFacts subject={subject} />
          <ComingLessons courseId={courseId} subject={subject} />
          <SubjectHomework courseId={courseId} lessonId={lessonId} mayWrite={mayWrite} />
        </div>
        <div className={styles.side}>
          <SubjectFiles courseId={courseId} subject={subject} />
          <SubjectAccess subject={subject} open={access} />
        </div>
      </div>
    </>
  )
}
