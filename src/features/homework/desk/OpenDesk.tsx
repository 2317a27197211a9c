import { IconKey, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useT } from '../../../i18n/useT.ts'
import { lazyChunk } from '../../../lib/lazyChunk.ts'
import { funnelWith } from '../../../outbox/correctionProgress.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { isFocusLost } from '../../../ui/isFocusLost.ts'
import { ScreenHeader, type ScreenHeading } from '../../../ui/ScreenHeader.tsx'
import { CorrectionPanel } from '../correction/CorrectionPanel.tsx'
import { ReturnAllStatus } from '../correction/ReturnAllStatus.tsx'
import { useCorrectionStates } from '../correction/useCorrectionStates.ts'
import { useReturnAll } from '../correction/useReturnAll.ts'
import styles from './Desk.module.css'
import { DeskNotices } from './DeskNotices.tsx'
import { NoPupil } from './NoPupil.tsx'
import { PupilDrawer } from './PupilDrawer.tsx'
import { PupilList } from './PupilList.tsx'
import { PupilWork } from './PupilWork.tsx'
import type { DeskData } from './useDesk.ts'
import { useDeskFiles } from './useDeskFiles.ts'
import { useDeskKeys } from './useDeskKeys.ts'
import { useDraftsAhead } from './useDraftsAhead.ts'
import { usePupils, within } from './usePupils.ts'

const Overview = lazy(() =>
  lazyChunk(async () => ({ default: (await import('../overview/Overview.tsx')).Overview })),
)

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
          look: 'plain',
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
        <Suspense fallback={null}>
          <Overview homework={homework} entries={entries} states={states} />
        </Suspense>
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
