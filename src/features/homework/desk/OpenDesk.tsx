import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconKey, IconSend, IconX } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Stale } from '../../../i18n/Failed.tsx'
import { latePart } from '../../../i18n/latePart.tsx'
import { useT } from '../../../i18n/useT.ts'
import { funnelWith } from '../../../outbox/correctionProgress.ts'
import { holdDraft } from '../../../outbox/drafts/acquireDraft.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { ScreenHeader, type ScreenHeading } from '../../../ui/layout/ScreenHeader.tsx'
import correction from '../correction/Correction.module.css'
import { correctionDraft, draftKey, useCorrectionStates } from '../correction/correctionDraft.ts'
import { PupilCorrection } from '../correction/PupilCorrection.tsx'
import { ReturnAllStatus, useReturnAll } from '../correction/ReturnAll.tsx'
import styles from './Desk.module.css'
import { PupilList } from './PupilList.tsx'
import { NoPupil, PupilWork } from './PupilWork.tsx'
import { usePupils, within } from './pupilGroups.ts'
import { type DeskData, useDeskFiles } from './useDesk.ts'

const Overview = latePart(async () => (await import('../overview/Overview.tsx')).Overview)

type OpenDeskProps = { data: Extract<DeskData, { kind: 'open' }>; heading: ScreenHeading }

/** The desk with its pupils: the list, the work of one of them, and its correction; or the overview of all. */
export function OpenDesk({ data, heading }: OpenDeskProps) {
  const t = useT('desk')
  const tErrors = useT('errors')
  const tCorrection = useT('correction')
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

  // c and p are the panel's.
  useShortcuts([
    { key: 'j', description: t('keys.next'), run: () => pupils.step(1) },
    { key: 'k', description: t('keys.previous'), run: () => pupils.step(-1) },
    { key: 'n', description: t('keys.nextToCorrect'), run: () => pupils.goToCorrect(1) },
    { key: 'N', description: t('keys.previousToCorrect'), run: () => pupils.goToCorrect(-1) },
  ])
  // The field that was typed in is gone with the pupil: reading goes on at the name of the next one.
  useEffect(() => {
    title.current?.scrollIntoView({ block: 'nearest' })
    if (asked !== undefined && isFocusLost()) title.current?.focus()
  }, [asked])

  const { stale, unreadable, retry } = data
  const notices = (
    <div className={styles.notices}>
      {stale && <Stale {...stale} retry={retry} />}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
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
      <div className={styles.work}>
        {place ? (
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
        ) : (
          <NoPupil
            homework={homework}
            unknown={asked !== undefined}
            waiting={waiting}
            corrected={corrected}
            to={to}
            choose={choose}
          />
        )}
      </div>
      {place && (
        <aside className={styles.panel} aria-label={tCorrection('title')}>
          <Suspense fallback={<FormSkeleton loading />}>
            <PupilCorrection
              key={place.pupil.id}
              homework={homework}
              entry={place.pupil.entry}
              onReturned={where => where === 'next' && pupils.goOn()}
            />
          </Suspense>
        </aside>
      )}
      {returned}
    </div>
  )
}

/** Came here by returning the last one: nobody is sent on to a pupil who turns up again. */
const isDone = (state: unknown) =>
  typeof state === 'object' && state !== null && 'done' in state && state.done === true

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

/** The correction before its draft is read; `loading`: nobody else says so. */
export function FormSkeleton({ loading = false }: { loading?: boolean }) {
  const t = useT('correction')
  return (
    <div className={correction.form}>
      {loading && <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>}
      <Skeleton width="5rem" />
      <Skeleton width="100%" height="9.875rem" />
      <Skeleton width="4rem" />
      <Skeleton width="10rem" height="var(--control)" />
      <Skeleton width="7rem" />
      <Skeleton width="100%" height="3.375rem" />
    </div>
  )
}

/** The list over the work, where it has no column of its own. The platform holds the focus in it and gives it back. */
function PupilDrawer({ close, children }: { close: () => void; children: ReactNode }) {
  const t = useT('desk')
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it leaves the page: a dialog that is gone gives no focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('[aria-current]')?.focus()
    return () => shown?.close()
  }, [])
  return (
    // The role in words, too: single keys rest under what says that it is a modal dialog.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as of every dialog of the platform.
    <dialog
      ref={dialog}
      className={styles.drawer}
      // biome-ignore lint/a11y/noRedundantRoles: see above.
      role="dialog"
      aria-modal="true"
      aria-label={t('list.label')}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onClick={event => event.target === dialog.current && close()}
    >
      <ActionIcon variant="subtle" className={styles.close} aria-label={t('list.close')} onClick={close}>
        <IconX aria-hidden />
      </ActionIcon>
      {children}
    </dialog>
  )
}
