import { ActionIcon, Button, Popover, Skeleton, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { query } from '../../../api/cache/query.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import type { WorkState } from '../../../contract/workCounts.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { Drawer } from '../../../ui/layout/Drawer.tsx'
import { getPopoverPlacement } from '../../../ui/layout/FloatMenu.tsx'
import { FloatTarget } from '../../../ui/layout/FloatTarget.tsx'
import { useIsPhone } from '../../../ui/layout/screenSize.ts'
import { useListNavigation } from '../../../ui/list/useListNavigation.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { getEntriesIn } from '../progress/correctionProgress.ts'
import { type CorrectionState, usePendingReturnStates } from '../progress/returnStates.ts'
import { RemindedHere } from '../reminders/RemindedHere.tsx'
import { useFormatMoment } from '../times.ts'
import styles from './Pupils.module.css'
import { WriteToPupils } from './WriteToPupils.tsx'

type PupilsPanelProps = {
  homework: Homework
  step: WorkState
  /** Corrections behind the pressed number, by pupil ID. By default the pending ones. */
  states?: ReadonlyMap<number, CorrectionState> | undefined
  anchor: () => HTMLElement | null
  /** `shouldFocusAnchor`: false if the user moved on to something else. */
  close: (shouldFocusAnchor?: boolean) => void
}

const noStates: ReadonlyMap<number, CorrectionState> = new Map()

/** The pupils that a number counts: a popover, on phones a drawer at the bottom. */
export function PupilsPanel(props: PupilsPanelProps) {
  const { homework, step, close } = props
  const t = useT('pupils')
  const pendingStates = usePendingReturnStates().get(homework.id)
  const list = useQuery(query(submissions.list, { todo_id: homework.id }))
  const entries = list.data?.rows
  const found = entries && getEntriesIn(entries, props.states ?? pendingStates ?? noStates, step)
  const format = useFormat()
  const counts = { count: format.number(found?.length ?? 0), all: format.number(entries?.length ?? 0) }
  const label = found ? t(`label.${step}`, counts) : t('loading')
  const content = (
    <>
      {!found && list.error && (
        <div className={styles.message}>
          <LoadError title={t('failed')} error={list.error} retry={() => void list.refetch()} />
        </div>
      )}
      {!found && !list.error && <Skeleton className={styles.message ?? ''} height="2rem" />}
      {found && <Pupils homework={homework} step={step} entries={found} />}
    </>
  )
  const title = found ? t.rich(`title.${step}`, { b: renderBold, ...counts }) : t('loading')
  // Must be correct in the first render, because the focus moves into the panel on mount.
  if (useIsPhone()) {
    return (
      <Drawer title={label} side="bottom" close={{ label: t('close'), run: close }}>
        {content}
      </Drawer>
    )
  }
  return (
    <PupilsPopover {...props} label={label} title={title}>
      {content}
    </PupilsPopover>
  )
}

const renderBold = (children: ReactNode) => <b>{children}</b>

type PupilsPopoverProps = Pick<PupilsPanelProps, 'anchor' | 'close'> & {
  label: string
  title: ReactNode
  children: ReactNode
}

function PupilsPopover({ label, title, anchor, close, children }: PupilsPopoverProps) {
  const t = useT('pupils')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
  }, [])
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    event.preventDefault()
    close()
  }
  const handleBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node)) return
    if (!currentTarget.contains(relatedTarget) && !anchor()?.contains(relatedTarget)) close(false)
  }
  return (
    <Popover
      opened
      onChange={isOpen => !isOpen && close(false)}
      position="bottom-end"
      width="19.5rem"
      offset={4}
      {...getPopoverPlacement('top-end', 'left', 'right')}
      // In place, so that it follows its number in the tab order and scrolls with it.
      withinPortal={false}
      withRoles={false}
      closeOnEscape={false}
      classNames={{ dropdown: styles.float ?? '' }}
    >
      <Popover.Target refProp="setAnchor">
        <FloatTarget anchor={anchor} onAnchorRemoved={() => close(false)} />
      </Popover.Target>
      <Popover.Dropdown>
        <section
          ref={panel}
          className={styles.panel}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={handleKeyDown}
          onBlur={handleBlur}
        >
          <header className={styles.header}>
            <p>{title}</p>
            <ActionIcon variant="subtle" size="sm" aria-label={t('close')} onClick={() => close()}>
              <IconX aria-hidden />
            </ActionIcon>
          </header>
          {children}
        </section>
      </Popover.Dropdown>
    </Popover>
  )
}

type PupilsProps = { homework: Homework; step: WorkState; entries: readonly SubmissionEntry[] }

const attribute = 'data-pupil'
const initialCount = 100

function Pupils({ homework, step, entries }: PupilsProps) {
  const t = useT('pupils')
  const format = useFormat()
  const language = useLocale()
  const list = useRef<HTMLUListElement>(null)
  const [isExpanded, setIsExpanded] = useState(false)
  const compare = compareByFamilyName(language)
  const sorted = entries.toSorted((a, b) => compare(a.user, b.user))
  const visible = isExpanded ? sorted : sorted.slice(0, initialCount)
  const navigation = useListNavigation({
    containerRef: list,
    attribute,
    rows: visible,
    getKey: ({ user }) => user.id,
  })
  const formatNote = useFormatNote(homework, step)
  return (
    <>
      <div className={styles.scroll}>
        {entries.length === 0 && (
          <Text className={styles.message ?? ''} c="dimmed">
            {t('none')}
          </Text>
        )}
        <ul
          ref={list}
          className={styles.list}
          aria-label={t('list')}
          onKeyDown={navigation.handleKeyDown}
          onFocus={navigation.handleFocus}
        >
          {visible.map(entry => (
            <li key={entry.user.id}>
              <Link
                to={paths.desk(homework.course_id, homework.id, entry.user.id)}
                className={styles.pupil ?? ''}
                tabIndex={entry === navigation.activeRow ? 0 : -1}
                {...{ [attribute]: entry.user.id }}
              >
                <bdi translate="no">{sanitizeName(entry.user.name)}</bdi> <span>{formatNote(entry)}</span>
              </Link>
            </li>
          ))}
        </ul>
        {visible.length < sorted.length && (
          <Button variant="subtle" size="sm" onClick={() => setIsExpanded(true)}>
            {t('showAll', { count: format.number(sorted.length) })}
          </Button>
        )}
      </div>
      {entries.length > 0 && (
        <footer className={styles.footer}>
          {step === 'missing' && <RemindedHere homeworkId={homework.id} />}
          <WriteToPupils homework={homework} step={step} userIds={sorted.map(({ user }) => user.id)} />
        </footer>
      )}
    </>
  )
}

/** Returns a function that formats the note of a pupil at this step, e.g. `seen Mon 18:20`. */
function useFormatNote(homework: Homework, step: WorkState): (entry: SubmissionEntry) => string {
  const t = useT('pupils')
  const format = useFormat()
  const formatMoment = useFormatMoment()
  return ({ submission }) => {
    const { is_acknowledged, acknowledged_at, submitted_at, is_corrected, corrected_at, points } = submission
    if (step === 'toCorrect') return formatMoment(submitted_at)
    if (step === 'corrected') {
      if (!is_corrected || points === null) return formatMoment(corrected_at)
      const maximum = homework.points ?? undefined
      const shown = format.number(points)
      return maximum === undefined
        ? t('points', { count: points, shown })
        : t('pointsOf', { points: shown, maximum: format.number(maximum) })
    }
    if (!is_acknowledged) return t('notSeen')
    const time = formatMoment(acknowledged_at)
    return time ? t('seenAt', { time }) : t('seen')
  }
}
