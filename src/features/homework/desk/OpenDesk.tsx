import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconKey, IconSend } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { funnelWith } from '../../../outbox/correctionProgress.ts'
import { holdDraft } from '../../../outbox/drafts/acquireDraft.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { paths } from '../../../paths.ts'
import { AsOf } from '../../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { ScreenHeader, type ScreenHeading } from '../../../ui/layout/ScreenHeader.tsx'
import { useNow } from '../../../ui/SchoolTime.tsx'
import correctionPanelStyles from '../correction/CorrectionPanel.module.css'
import { correctionDraft, draftKey } from '../correction/correctionDraft.ts'
import { PupilCorrection, type PupilCorrectionProps } from '../correction/PupilCorrection.tsx'
import { ReturnAllStatus } from '../correction/ReturnAllStatus.tsx'
import { useCorrectionStates } from '../correction/useCorrectionStates.ts'
import { useReturnAll } from '../correction/useReturnAll.ts'
import styles from './Desk.module.css'
import { NoPupil } from './NoPupil.tsx'
import { PupilDrawer } from './PupilDrawer.tsx'
import { PupilList } from './PupilList.tsx'
import { PupilWork } from './PupilWork.tsx'
import { type DeskData, useDeskFiles } from './useDesk.ts'
import { usePupils, within } from './usePupils.ts'

const Overview = latePart(async () => (await import('../overview/Overview.tsx')).Overview)

type OpenDeskProps = { data: Extract<DeskData, { kind: 'open' }>; heading: ScreenHeading }

/** The desk with its pupils: the list, the work of one of them, and its correction; or the overview of all. */
export function OpenDesk({ data, heading }: OpenDeskProps) {
  const t = useT('desk')
  const { homework, entries } = data
  const { course_id, id } = homework
  const location = useLocation()
  const { pathname, state } = location
  const isOverview = pathname === paths.overview(course_id, id)
  const states = useCorrectionStates(id)
  const returnAll = useReturnAll(homework, entries)
  const pupils = usePupils(homework, entries, states)
  const { asked, place, waiting, previous, next, to } = pupils
  const current = place?.pupil.entry
  const { views, files } = useDeskFiles(current, place ? [next?.entry, previous?.entry] : [])
  useDraftsAhead(id, place ? [next?.id, previous?.id] : [])
  const title = useRef<HTMLHeadingElement>(null)
  const [listAt, setListAt] = useState<string>()
  const isListOpen = listAt === pathname
  const { corrected } = funnelWith(entries, states)

  // The overview leads back to whoever was open.
  const [last, setLast] = useState(asked)
  if (asked !== undefined && asked !== last) setLast(asked)

  useDeskKeys({
    next: () => pupils.step(1),
    previous: () => pupils.step(-1),
    toCorrect: pupils.goToCorrect,
  })
  // The field that was typed in is gone with the pupil: reading goes on at the name of the next one.
  useEffect(() => {
    title.current?.scrollIntoView({ block: 'nearest' })
    if (asked !== undefined && isFocusLost()) title.current?.focus()
  }, [asked])

  const notices = <DeskNotices data={data} />
  // Over the desk and not above it: nothing makes way when it comes or goes.
  const returned = (
    <div className={styles.returned}>
      <ReturnAllStatus homework={homework} entries={entries} />
    </div>
  )
  const name = place && harmlessName(place.pupil.name)
  const header = (
    <ScreenHeader
      {...heading}
      documentTitle={name && t('titleOfPupil', { name, homework: homework.text })}
      note={t('corrected', { count: corrected, total: entries.length })}
      views={[
        { label: t('viewCorrect'), to: to(last), current: !isOverview },
        { label: t('viewOverview'), to: paths.overview(course_id, id), current: isOverview },
      ]}
      actions={[
        {
          id: 'access',
          label: t('access'),
          icon: <IconKey aria-hidden />,
          to: paths.withAccess(location, { field: 'todo_id', id }),
        },
        {
          id: 'returnAll',
          label: t('returnAll'),
          icon: <IconSend aria-hidden />,
          variant: 'default',
          count: returnAll.count,
          disabled: returnAll.count === 0,
          run: returnAll.start,
        },
      ]}
    />
  )
  if (isOverview) {
    return (
      <div className={styles.overview}>
        {header}
        {notices}
        <Overview homework={homework} entries={entries} states={states} />
        {returned}
      </div>
    )
  }
  if (asked === undefined && waiting[0] && !isDone(state)) {
    return <Navigate to={to(waiting[0].id)} replace {...within} />
  }

  const list = (
    <PupilList
      groups={pupils.shown}
      current={asked}
      corrected={corrected}
      total={entries.length}
      to={to}
      step={by => pupils.go(by === 1 ? next : previous)}
      find={pupils.find}
    />
  )
  const choose = () => setListAt(pathname)
  return (
    <div className={styles.desk}>
      {header}
      {notices}
      <aside className={styles.list} aria-label={t('list.label')}>
        {list}
      </aside>
      {isListOpen && <PupilDrawer close={() => setListAt(undefined)}>{list}</PupilDrawer>}
      {place ? (
        <div className={styles.work}>
          <PupilWork
            homework={homework}
            place={place}
            previous={previous && (() => pupils.go(previous))}
            next={next && (() => pupils.go(next))}
            views={views}
            load={files.load}
            choose={choose}
            title={title}
          />
        </div>
      ) : (
        <div className={styles.work}>
          <div className={styles.place}>
            <NoPupil
              homework={homework}
              unknown={asked !== undefined}
              waiting={waiting}
              corrected={corrected}
              to={to}
              choose={choose}
            />
          </div>
        </div>
      )}
      {place && (
        <div className={styles.panel}>
          <CorrectionPanel
            homework={homework}
            entry={place.pupil.entry}
            onReturned={where => where === 'next' && pupils.goOn()}
          />
        </div>
      )}
      {returned}
    </div>
  )
}

/** Came here by returning the last one: nobody is sent on to a pupil who turns up again. */
const isDone = (state: unknown) =>
  typeof state === 'object' && state !== null && 'done' in state && state.done === true

type Steps = { previous: () => void; next: () => void; toCorrect: (step: 1 | -1) => void }

/** The keys between pupils; c and p are the panel's. */
function useDeskKeys({ previous, next, toCorrect }: Steps): void {
  const t = useT('desk')
  useShortcuts([
    { key: 'j', description: t('keys.next'), run: next },
    { key: 'k', description: t('keys.previous'), run: previous },
    { key: 'n', description: t('keys.nextToCorrect'), run: () => toCorrect(1) },
    { key: 'N', description: t('keys.previousToCorrect'), run: () => toCorrect(-1) },
  ])
}

/** Opens the drafts of these pupils before they are asked for: the next one's form stands in the same frame. */
function useDraftsAhead(homeworkId: number, pupils: readonly (number | undefined)[]): void {
  const outbox = useOutbox()
  const key = pupils.filter(id => id !== undefined).join()
  useEffect(() => {
    const ids = key === '' ? [] : key.split(',').map(Number)
    const held = ids.map(id => holdDraft(outbox, correctionDraft, draftKey(homeworkId, id)).use())
    return () => {
      for (const letGo of held) letGo()
    }
  }, [outbox, homeworkId, key])
}

/** The correction of one pupil: writing it, returning it, and what became of it. Another pupil starts anew. */
function CorrectionPanel(props: PupilCorrectionProps) {
  const t = useT('correction')
  return (
    <aside className={correctionPanelStyles.panel} aria-label={t('title')}>
      <Suspense fallback={<Loading />}>
        <PupilCorrection key={`${props.homework.id}/${props.entry.user.id}`} {...props} />
      </Suspense>
    </aside>
  )
}

function Loading() {
  const t = useT('correction')
  return (
    <div className={correctionPanelStyles.form}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton width="5rem" />
      <Skeleton width="100%" height="10rem" />
      <Skeleton width="7rem" height="1.75rem" />
      <Skeleton width="5rem" />
      <Skeleton width="8rem" height="2rem" />
    </div>
  )
}

type DeskNoticesProps = { data: Extract<DeskData, { kind: 'open' }> }

/** What must be known of the list: how old it is, how complete. */
function DeskNotices({ data: { stale, unreadable, retry } }: DeskNoticesProps) {
  const t = useT('desk')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  return (
    <div className={styles.notices}>
      {stale && (
        <AsOf
          sentence={t('stale', {
            when: format.moment(stale.asOf, now),
            reason: errorSentence(stale.error, tErrors, format.time),
          })}
          retry={{ label: t('tryAgain'), run: retry }}
        />
      )}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}
