import { Box, Button, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconKey, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { type ApiError, withoutSignedOut } from '../../api/client/ApiError.ts'
import type { Lesson } from '../../contract/lessons.ts'
import { canSetHomework, me } from '../../contract/me.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useNow } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { readSavedNotice } from '../../lib/savedNotice.ts'
import { subjectColour } from '../../lib/subjectColour.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useIsRecentlyFinished } from '../../ui/feedback/finishedNotice.ts'
import { StaleDataNotice } from '../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { ComingLessons } from './ComingLessons.tsx'
import styles from './Subject.module.css'
import { SubjectAccess } from './SubjectAccess.tsx'
import { SubjectFiles } from './SubjectFiles.tsx'
import { SubjectHomework } from './SubjectHomework.tsx'
import { RowsSkeleton } from './SubjectPart.tsx'
import { subjectQuery } from './subjectLoader.ts'

/** /classes/:courseId/subjects/:lessonId. The key resets the state for another subject. */
export function SubjectScreen() {
  const { courseId, lessonId } = useParams()
  return <Subject key={`${courseId}/${lessonId}`} courseId={Number(courseId)} lessonId={Number(lessonId)} />
}

function Subject({ courseId, lessonId }: { courseId: number; lessonId: number }) {
  const t = useT('subject')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const location = useLocation()
  const { data: subject, error, dataUpdatedAt, refetch } = useQuery(subjectQuery(courseId, lessonId))
  const shownError = withoutSignedOut(error)
  const person = useQuery(query(me.get, {})).data
  const retry = () => void refetch()

  const name = subject && (subject.name.trim() || t('number', { id: String(lessonId) }))
  const parent = useMemo(() => ({ label: t('timetable'), to: paths.timetable(courseId) }), [t, courseId])
  const accessAddress = paths.withAccess(location, { field: 'lesson_id', id: lessonId })
  const canWrite = subject !== undefined && person !== undefined && canSetHomework(person)
  const isLoaded = subject !== undefined
  const saved = readSavedNotice(location.state)
  const isRecent = useIsRecentlyFinished(saved?.at)
  const actions = useMemo(
    () => [
      ...(isLoaded
        ? [{ id: 'access', label: t('access.title'), icon: <IconKey aria-hidden />, to: accessAddress }]
        : []),
      ...(canWrite
        ? [
            {
              id: 'new',
              label: t('newHomework'),
              icon: <IconPlus aria-hidden />,
              variant: 'filled' as const,
              to: paths.newHomework(courseId, { subject: String(lessonId) }),
              state: { from: { path: paths.subject(courseId, lessonId) } },
            },
          ]
        : []),
    ],
    [t, isLoaded, accessAddress, canWrite, courseId, lessonId],
  )
  const header = <ScreenHeader title={name ?? t('title')} parent={parent} actions={actions} />

  // A deleted subject, or one the user can no longer read, must be hidden.
  const isNotFound = error?.kind === 'notFound'
  const isHidden = isNotFound || error?.kind === 'forbidden' || error?.kind === 'noScope'
  if (!subject || isHidden) {
    return (
      <>
        {header}
        {shownError ? (
          <SubjectFailed courseId={courseId} error={shownError} isNotFound={isNotFound} retry={retry} />
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
          {saved && isRecent && (
            <Notice tone="ok" role="status">
              {saved.message}{' '}
              <UnstyledButton
                component={Link}
                variant="link"
                to={paths.homework(courseId) + saved.list}
                state={{ saved, keepsFocus: true }}
              >
                {t('homework.show')}
              </UnstyledButton>
            </Notice>
          )}
          {shownError && (
            <StaleDataNotice
              sentence={t('stale', {
                when: format.moment(dataUpdatedAt, now),
                reason: formatError(shownError, tErrors, format.time),
              })}
              retry={{ label: tErrors('tryAgain'), run: retry }}
            />
          )}
          <SubjectFacts subject={subject} />
          <ComingLessons courseId={courseId} subject={subject} />
          <SubjectHomework courseId={courseId} lessonId={lessonId} canWrite={canWrite} />
        </div>
        <div className={styles.side}>
          <SubjectFiles courseId={courseId} subject={subject} />
          <SubjectAccess subject={subject} drawerAddress={accessAddress} />
        </div>
      </div>
    </>
  )
}

function SubjectSkeleton() {
  const t = useT('subject')
  return (
    <div className={styles.subject}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div className={styles.main} aria-hidden>
        <div className={styles.head}>
          <Skeleton width="12rem" height="1.25rem" />
          <RowsSkeleton rows={4} />
        </div>
        <RowsSkeleton rows={5} />
      </div>
      <div className={styles.side} aria-hidden>
        <RowsSkeleton rows={3} />
      </div>
    </div>
  )
}

function SubjectFacts({ subject }: { subject: Lesson }) {
  const t = useT('subject')
  const { id, name, short, teacher, room, rooms, note, color } = subject
  const otherRooms = [...new Set(Object.values(rooms).map(other => other.trim()))].filter(
    other => other !== '' && other !== room.trim(),
  )
  return (
    <header className={styles.head} style={{ '--subject': subjectColour(id, color) } as CSSProperties}>
      <h2 className={styles.title} dir="auto">
        {sanitizeName(name.trim()) || t('number', { id: String(id) })}
      </h2>
      <dl className={styles.facts}>
        {short.trim() && short !== name && <Fact name={t('facts.short')}>{short}</Fact>}
        <Fact name={t('teacher')}>{teacher.trim() || t('facts.none')}</Fact>
        <Fact name={t('facts.room')}>{room.trim() || t('facts.none')}</Fact>
        {otherRooms.length > 0 && <Fact name={t('facts.otherRooms')}>{otherRooms.join(', ')}</Fact>}
        <Fact name={t('facts.grading')}>{t(subject.is_gradable ? 'facts.graded' : 'facts.notGraded')}</Fact>
        {subject.is_timetable_only && <Fact name={t('facts.listed')}>{t('facts.timetableOnly')}</Fact>}
        {note?.trim() && <Fact name={t('facts.note')}>{note.trim()}</Fact>}
      </dl>
    </header>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}

type SubjectFailedProps = { courseId: number; error: ApiError; isNotFound: boolean; retry: () => void }

function SubjectFailed({ courseId, error, isNotFound, retry }: SubjectFailedProps) {
  const t = useT('subject')
  const tErrors = useT('errors')
  const format = useFormat()
  return (
    <Box p="var(--space-8) var(--space-6)">
      <EmptyState
        tone="danger"
        icon={<IconAlertTriangle aria-hidden />}
        title={t(isNotFound ? 'failed.goneTitle' : 'failed.title')}
        actions={
          <>
            {!isNotFound && (
              <Button onClick={retry} leftSection={<IconRefresh aria-hidden />}>
                {tErrors('tryAgain')}
              </Button>
            )}
            <Button
              component={Link}
              variant={isNotFound ? 'default' : 'subtle'}
              to={paths.timetable(courseId)}
            >
              {t('failed.toTimetable')}
            </Button>
          </>
        }
      >
        {isNotFound ? t('failed.goneLead') : formatError(error, tErrors, format.time)}
      </EmptyState>
    </Box>
  )
}
