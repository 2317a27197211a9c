import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { lessons as lessonsOfClass } from '../../contract/lessons.ts'
import { canSetHomework, me } from '../../contract/me.ts'
import type { Funnel } from '../../contract/submissions.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { readSavedNotice, type SavedNotice } from '../../lib/savedNotice.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import { focusTableRow, stepTableRow, useVisibleRows } from '../../ui/list/tableRows.ts'
import styles from './list/HomeworkList.module.css'
import { HomeworkContent, homeworkAttribute } from './list/HomeworkTable.tsx'
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
  const table = useRef<HTMLTableElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const { address, go, fromList } = useHomeworkAddress()
  const list = useHomeworkList(courseId)
  const known = useQuery(query(lessonsOfClass.list, { course_id: courseId })).data?.rows
  const lessons = known ?? none
  // Homework belongs to a subject, so a class without subjects can't have homework.
  const mayWrite = (useMayWrite() ?? false) && known?.length !== 0

  const rows = rowsOf(list.homeworks, lessons, timeZone)
  const shown = filterRows(rows, address)
  const [drawn, setDrawn] = useState('')
  const onScreen = useVisibleRows(sheet, homeworkAttribute, drawn).map(Number)
  const correctable = new Set(rows.filter(row => row.correctable).map(row => row.homework.id))
  // The rows on screen come first. The number in the rail needs the other ones, too.
  const wanted = new Set([...onScreen.filter(id => correctable.has(id)), ...getIdsToCount(rows, today)])
  const funnels = useFunnels([...wanted], list.round)
  const groups = useGroups(table, rows, shown, funnels, { sort: address.sort, today })
  const saved = useFocusOnSaved(sheet, drawn)

  const openNew = paths.newHomework(courseId, {
    ...(address.subject !== undefined && { subject: String(address.subject) }),
  })
  const rowKey = (key: string, step: 1 | -1) => ({
    key,
    description: t('keys.rows'),
    run: () => stepTableRow(sheet.current, homeworkAttribute, step),
  })
  useShortcuts([
    ...(mayWrite
      ? [{ key: 'n', description: t('keys.new'), run: () => void navigate(openNew, { state: fromList }) }]
      : []),
    {
      key: '/',
      description: t('keys.filter'),
      run: () => searchField.current?.focus(),
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
          searchField={searchField}
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
        tableRef={table}
      />
      <Outlet />
    </div>
  )
}

const none: readonly never[] = []

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
      if (focusTableRow(container.current, homeworkAttribute, id)) focused.current = key
    }, 50)
    return () => clearTimeout(later)
  }, [container, id, key, drawn])
  return saved
}

/**
 * Returns the groups of the list. Rows are placed once the funnels of all candidates are loaded, so that they move once
 * and not with each response. They do not move while the focus is in the table. The numbers are always the newest.
 */
function useGroups(
  tableRef: RefObject<HTMLElement | null>,
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
    const table = tableRef.current
    if (!table?.contains(document.activeElement)) return place()
    const left = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && table.contains(relatedTarget))) place()
    }
    table.addEventListener('focusout', left)
    return () => table.removeEventListener('focusout', left)
  }, [tableRef, due, asked, funnels])
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
  return canSetHomework(data)
}
