import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { lessons as lessonsOfClass } from '../../contract/lessons.ts'
import { me, setsHomework } from '../../contract/me.ts'
import type { Funnel } from '../../contract/submissions.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { readSavedNotice, type SavedNotice } from '../../lib/savedNotice.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import styles from './list/HomeworkList.module.css'
import { HomeworkContent } from './list/HomeworkTable.tsx'
import { HomeworkNotices, HomeworkToolbar } from './list/HomeworkToolbar.tsx'
import {
  filterRows,
  getIdsToCount,
  getOverdueCandidateIds,
  groupsOf,
  type HomeworkGroup,
  type HomeworkRow,
  rowsOf,
  subjectsOf,
} from './list/homeworkGroups.ts'
import { type Funnels, useFunnels } from './list/useFunnels.ts'
import { isPastOpen, type Sorting, useHomeworkAddress } from './list/useHomeworkAddress.ts'
import { useHomeworkList } from './list/useHomeworkList.ts'

/** /classes/:courseId/homework?find=&subject=&sort=&past=open. The screen is mounted again for another class. */
export function HomeworkScreen() {
  const courseId = Number(useParams().courseId)
  return <ClassHomework key={courseId} courseId={courseId} />
}

/** Homework of one class: the list, and the open form over it. */
function ClassHomework({ courseId }: { courseId: number }) {
  const t = useT('homework')
  const navigate = useNavigate()
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const sheet = useRef<HTMLDivElement>(null)
  const { address, go, fromList } = useHomeworkAddress()
  const list = useHomeworkList(courseId)
  const known = useQuery(query(lessonsOfClass.list, { course_id: courseId })).data?.rows
  const lessons = known ?? none
  // Homework belongs to a subject, so a class without subjects can't have homework.
  const mayWrite = (useMayWrite() ?? false) && known?.length !== 0

  const rows = rowsOf(list.homeworks, lessons, timeZone)
  const shown = filterRows(rows, address)
  const [drawn, setDrawn] = useState('')
  const onScreen = useRowsOnScreen(sheet, drawn)
  const correctable = new Set(rows.filter(row => row.correctable).map(row => row.homework.id))
  // The rows on screen come first. The number in the rail needs the other ones, too.
  const wanted = new Set([...onScreen.filter(id => correctable.has(id)), ...getIdsToCount(rows, today)])
  const funnels = useFunnels([...wanted], list.round)
  const groups = useGroups(sheet, rows, shown, funnels, { sort: address.sort, today })
  const saved = useFocusOnSaved(sheet, drawn)

  const openNew = paths.newHomework(courseId, {
    ...(address.subject !== undefined && { subject: String(address.subject) }),
  })
  const rowKey = (key: string, step: 1 | -1) => ({
    key,
    description: t('keys.rows'),
    run: () => focusRow(sheet.current, step),
  })
  useShortcuts([
    ...(mayWrite
      ? [{ key: 'n', description: t('keys.new'), run: () => void navigate(openNew, { state: fromList }) }]
      : []),
    {
      key: '/',
      description: t('keys.filter'),
      run: () => sheet.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    },
    rowKey('j', 1),
    rowKey('k', -1),
    rowKey('ArrowDown', 1),
    rowKey('ArrowUp', -1),
    { key: 'Enter', description: t('keys.open') },
  ])
  const openForm = {
    id: 'new',
    label: t('new'),
    icon: <IconPlus aria-hidden />,
    variant: 'filled',
    to: openNew,
  } as const
  const folded = groups.find(group => group.kind === 'past')?.rows.length ?? 0
  const visible = shown.length - (isPastOpen(address) ? 0 : folded)
  return (
    <div ref={sheet} className={styles.sheet}>
      <ScreenHeader title={t('title')} actions={mayWrite ? [openForm] : []} />
      {(rows.length > 0 || list.loading) && (
        <HomeworkToolbar
          address={address}
          subjects={subjectsOf(rows, lessons)}
          count={rows.length > 0 ? { shown: visible, all: rows.length } : undefined}
          sortable={rows.some(row => row.correctable)}
          onChange={go}
        />
      )}
      <HomeworkNotices list={list} saved={saved} />
      <HomeworkContent
        courseId={courseId}
        list={list}
        groups={groups}
        all={rows.length}
        funnels={funnels}
        address={address}
        today={today}
        mayWrite={mayWrite}
        hasSubjects={known?.length !== 0}
        fromList={fromList}
        onChange={go}
        onRowsRendered={setDrawn}
      />
      <Outlet />
    </div>
  )
}

const none: readonly never[] = []

/**
 * Moves the focus to the next (1) or previous (-1) row inside `container`. From outside the rows, to the first or the
 * last.
 */
function focusRow(container: HTMLElement | null, step: 1 | -1): void {
  const links = [...(container?.querySelectorAll<HTMLElement>('[data-homework] a[data-open]') ?? [])]
  const row = document.activeElement?.closest('[data-homework]')
  const at = links.findIndex(link => row?.contains(link))
  const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step))
  links[next]?.focus()
  links[next]?.scrollIntoView({ block: 'nearest' })
}

/** Returns the message of the form that was just saved. Moves the focus to the saved row as soon as it is rendered. */
function useFocusOnSaved(container: RefObject<HTMLElement | null>, drawn: string): SavedNotice | undefined {
  const { state, key } = useLocation()
  const saved = readSavedNotice(state)
  const focused = useRef<string>(undefined)
  const id = saved?.id
  useEffect(() => {
    if (id === undefined || focused.current === key || drawn === '') return
    // The shell moves the focus to the screen after every change of the URL. This must come later.
    const later = setTimeout(() => {
      const link = container.current?.querySelector<HTMLElement>(`[data-homework="${id}"] a[data-open]`)
      if (!link) return
      focused.current = key
      link.focus()
      link.scrollIntoView({ block: 'nearest' })
    }, 50)
    return () => clearTimeout(later)
  }, [container, id, key, drawn])
  return saved
}

/**
 * Returns the IDs of the rows (`data-homework`) inside `container` that are on screen, in their order. `drawn` changes
 * with the set of rendered rows. Without IntersectionObserver, returns all rows.
 */
function useRowsOnScreen(container: RefObject<HTMLElement | null>, drawn: string): readonly number[] {
  const [seen, setSeen] = useState<readonly number[]>([])
  useEffect(() => {
    const rows = [...(container.current?.querySelectorAll<HTMLElement>('[data-homework]') ?? [])]
    const idOf = (row: Element) => Number(row.getAttribute('data-homework'))
    if (drawn === '' || typeof IntersectionObserver === 'undefined') {
      setSeen(drawn === '' ? [] : rows.map(idOf))
      return
    }
    const visible = new Set<Element>()
    const observer = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target)
        else visible.delete(target)
      }
      setSeen(rows.filter(row => visible.has(row)).map(idOf))
    })
    for (const row of rows) observer.observe(row)
    return () => observer.disconnect()
  }, [container, drawn])
  return seen
}

/**
 * Returns the groups of the list. Rows are placed once the funnels of all candidates are loaded, so that they move once
 * and not with each response. They do not move while the focus is in the table. The numbers are always the newest.
 */
function useGroups(
  container: RefObject<HTMLElement | null>,
  all: readonly HomeworkRow[],
  shown: readonly HomeworkRow[],
  funnels: Funnels,
  { sort, today }: { sort: Sorting; today: string },
): HomeworkGroup[] {
  const candidates = getOverdueCandidateIds(all, today)
  const [placed, setPlaced] = useState({ for: '', known: known(funnels) })
  const asked = `${sort} ${today} ${candidates.join()}`
  const settled = all.length > 0 && candidates.every(id => funnels.has(id))
  const due = settled && placed.for !== asked
  useEffect(() => {
    if (!due) return
    const place = () => setPlaced({ for: asked, known: known(funnels) })
    const table = container.current?.querySelector('table')
    if (!table?.contains(document.activeElement)) return place()
    const left = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && table.contains(relatedTarget))) place()
    }
    table.addEventListener('focusout', left)
    return () => table.removeEventListener('focusout', left)
  }, [container, due, asked, funnels])
  return groupsOf(shown, { sort, today, candidates, known: placed.known })
}

const known = (funnels: Funnels): ReadonlyMap<number, Funnel> =>
  new Map([...funnels].filter((entry): entry is [number, Funnel] => entry[1] !== 'failed'))

/**
 * Returns whether the user may set homework, or undefined while this is unknown. Returns true if the current user can't
 * be loaded.
 */
export function useMayWrite(): boolean | undefined {
  const { data, error } = useQuery(query(me.get, {}))
  if (!data) return error ? true : undefined
  return setsHomework(data)
}
