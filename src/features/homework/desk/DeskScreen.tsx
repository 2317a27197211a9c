import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Activity, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError, StaleNotice } from '../../../ui/feedback/LoadError.tsx'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import { ScreenHeader, type ScreenHeading } from '../../../ui/layout/ScreenHeader.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { PupilCorrection } from '../correction/PupilCorrection.tsx'
import { ReturnAllStatus } from '../correction/ReturnAllStatus.tsx'
import { useUndoReturn } from '../correction/UndoReturn.tsx'
import { countEntries } from '../progress/correctionProgress.ts'
import { useHomeworkWithSubmissions } from '../useHomeworkWithSubmissions.ts'
import styles from './Desk.module.css'
import { DeskSkeleton, DeskUnavailable, FormSkeleton, NoPupil, TaskSkeleton } from './DeskEmptyStates.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import { useDeskFiles } from './deskFiles.ts'
import { OpenedByLine } from './OpenedBy.tsx'
import { PupilDrawer } from './PupilDrawer.tsx'
import { PupilList } from './PupilList.tsx'
import { PupilWork } from './PupilWork.tsx'
import { usePrefetchDrafts } from './usePrefetchDrafts.ts'
import { hasReturnedLast, pupilNavigation, useCorrectionStates, usePupils } from './usePupils.ts'

/** The correction desk. Without a pupil in the address, it opens the first one to correct. */
export function DeskScreen() {
  const params = useParams()
  const homeworkId = Number(params.homeworkId)
  return (
    <Suspense fallback={<DeskSkeleton />}>
      <Desk key={homeworkId} courseId={Number(params.courseId)} homeworkId={homeworkId} />
    </Suspense>
  )
}

function Desk({ courseId, homeworkId }: { courseId: number; homeworkId: number }) {
  const t = useT('desk')
  const tErrors = useT('errors')
  const { homework, submissions, error, loadedAt, retry } = useHomeworkWithSubmissions(courseId, homeworkId)
  const heading = {
    title: homework?.text ?? t('title'),
    parent: { label: t('parent'), to: paths.homework(courseId) },
  }
  const renderMessage = (message: ReactNode) => (
    <>
      <ScreenHeader {...heading} />
      <div className={styles.message}>{message}</div>
    </>
  )
  if (homework && !canCorrect(homework)) {
    return renderMessage(<DeskUnavailable homework={homework} reason="notYours" />)
  }
  if (!homework || !submissions) {
    if (error) return renderMessage(<LoadError title={t('failed')} error={error} retry={retry} />)
    return (
      <>
        <ScreenHeader {...heading} />
        <DeskSkeleton />
      </>
    )
  }
  const { rows: entries, unreadable } = submissions
  const hasWork = entries.some(({ submission }) => submission.is_submitted || submission.is_corrected)
  if (!homework.is_submissionable && !hasWork) {
    return renderMessage(<DeskUnavailable homework={homework} reason="notTaken" />)
  }
  if (entries.length === 0) {
    return renderMessage(
      <EmptyState
        icon={<IconUsers aria-hidden />}
        title={t('empty.title')}
        actions={<Button onClick={retry}>{t('empty.action')}</Button>}
      >
        {unreadable > 0 ? tErrors('unreadable', { count: unreadable }) : t('empty.lead')}
      </EmptyState>,
    )
  }
  const notices = (
    <div className={styles.notices}>
      {error && <StaleNotice error={error} loadedAt={loadedAt} retry={retry} />}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
  return <OpenDesk homework={homework} entries={entries} heading={heading} notices={notices} />
}

const Overview = lazyComponent(async () => (await import('../overview/Overview.tsx')).Overview, 'pupils')
const DeskTask = lazyComponent(async () => (await import('./DeskTask.tsx')).DeskTask, 'task')

type OpenDeskProps = {
  homework: Homework
  entries: readonly SubmissionEntry[]
  heading: ScreenHeading
  /** Warnings above the columns. */
  notices: ReactNode
}

function OpenDesk({ homework, entries, heading, notices }: OpenDeskProps) {
  const t = useT('desk')
  const tCorrection = useT('correction')
  const { course_id, id } = homework
  const { pathname, state } = useLocation()
  const isOverview = pathname === paths.overview(course_id, id)
  const states = useCorrectionStates(id, entries)
  const pupils = usePupils(homework, entries, states)
  const { pupilId, selected, toCorrect, previous, next, getPupilPath, getTaskPath } = pupils
  const undo = useUndoReturn(homework, entries, id => pupils.goTo({ id }))
  const neighbours = selected ? [next, previous].filter(pupil => pupil !== undefined) : []
  const { views, files } = useDeskFiles(selected?.pupil, neighbours)
  usePrefetchDrafts(id, neighbours)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const panelRef = useRef<HTMLElement>(null)
  // The list closes when another pupil is opened.
  const [listOpenAtPath, setListOpenAtPath] = useState<string>()
  const isListOpen = listOpenAtPath === pathname
  const { corrected, notSeen } = countEntries(entries, states)
  const isTask = !isOverview && pupils.view === 'task'

  // From the overview, the tab "Mark" leads back to the last pupil.
  const [lastPupilId, setLastPupilId] = useState(pupilId)
  if (pupilId !== undefined && pupilId !== lastPupilId) setLastPupilId(pupilId)

  // The keys c and p belong to the correction panel.
  useShortcuts([
    { key: 'j', description: t('keys.next'), run: () => pupils.goToNeighbour(1) },
    { key: 'k', description: t('keys.previous'), run: () => pupils.goToNeighbour(-1) },
    { key: 'n', description: t('keys.nextToCorrect'), run: () => pupils.goToNextToCorrect(1) },
    { key: 'N', description: t('keys.previousToCorrect'), run: () => pupils.goToNextToCorrect(-1) },
    { key: 'u', description: tCorrection('keys.undo'), run: undo.undo },
  ])
  // The focused field was removed with the previous pupil. Move the focus to the next pupil's name.
  useEffect(() => {
    titleRef.current?.scrollIntoView({ block: 'nearest' })
    if (pupilId !== undefined && isFocusLost()) titleRef.current?.focus()
  }, [pupilId])

  const returnAllStatus = (
    <div className={styles.returnAllStatus}>
      <ReturnAllStatus homework={homework} entries={entries} />
    </div>
  )
  const name = selected && sanitizeName(selected.pupil.name)
  const header = (
    <DeskHeader
      heading={heading}
      homework={homework}
      entries={entries}
      pupilName={name}
      corrected={corrected}
      view={isOverview ? 'overview' : isTask ? 'task' : 'correct'}
      correctPath={getPupilPath(lastPupilId)}
      taskPath={getTaskPath(lastPupilId)}
    />
  )
  if (isOverview) {
    return (
      <div className={styles.overview}>
        {header}
        {notices}
        {returnAllStatus}
        <Overview homework={homework} entries={entries} states={states} />
        {undo.announcement}
        <div className={styles.undoAtEnd}>{undo.line}</div>
      </div>
    )
  }
  if (pupilId === undefined && toCorrect[0] && !hasReturnedLast(state)) {
    const path = isTask ? getTaskPath(toCorrect[0].id) : getPupilPath(toCorrect[0].id)
    return <Navigate to={path} replace {...pupilNavigation} />
  }

  const list = (
    <PupilList
      groups={pupils.visibleGroups}
      currentId={pupilId}
      corrected={corrected}
      total={entries.length}
      getPath={getPupilPath}
      openedBy={pupils.openedBy}
      onStep={step => pupils.goTo(step === 1 ? next : previous)}
      search={pupils.search}
    />
  )
  const openList = () => setListOpenAtPath(pathname)
  return (
    <div className={styles.desk}>
      {header}
      {notices}
      <aside className={styles.list} aria-label={t('list.label')}>
        {list}
      </aside>
      {isListOpen && <PupilDrawer onClose={() => setListOpenAtPath(undefined)}>{list}</PupilDrawer>}
      {/* While hidden, it retains the open file, the zoom and the expanded parts. */}
      <Activity mode={isTask ? 'hidden' : 'visible'}>
        <div className={styles.work}>
          {selected ? (
            <PupilWork
              homework={homework}
              selected={selected}
              onPrevious={previous && (() => pupils.goTo(previous))}
              onNext={next && (() => pupils.goTo(next))}
              views={views}
              load={files.load}
              onOpenList={openList}
              titleRef={titleRef}
              onShowFeedback={() => requestAnimationFrame(() => panelRef.current?.scrollIntoView())}
            />
          ) : (
            <NoPupil
              homework={homework}
              isUnknown={pupilId !== undefined}
              toCorrect={toCorrect}
              corrected={corrected}
              getPath={getPupilPath}
              onOpenList={openList}
            />
          )}
        </div>
      </Activity>
      {isTask && (
        <div className={styles.work}>
          <DeskTask
            homework={homework}
            seenCount={entries.length - notSeen}
            total={entries.length}
            views={views}
            fallback={<TaskSkeleton />}
          />
        </div>
      )}
      {selected ? (
        <aside ref={panelRef} className={styles.panel} aria-label={tCorrection('title')}>
          {isTask && (
            <p className={styles.panelPupilName}>
              <bdi translate="no">{name}</bdi>
            </p>
          )}
          <OpenedByLine teachers={pupils.openedBy.get(selected.pupil.id)} />
          <Suspense fallback={<FormSkeleton isAnnounced />}>
            <PupilCorrection
              key={selected.pupil.id}
              homework={homework}
              entry={selected.pupil.entry}
              onReturned={afterReturn => afterReturn === 'next' && pupils.goToNextAfterReturn()}
              undo={undo.line}
            />
          </Suspense>
        </aside>
      ) : (
        <div className={styles.undoWithoutForm}>{undo.line}</div>
      )}
      {undo.announcement}
      {returnAllStatus}
    </div>
  )
}
