import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { lessons as lessonsOfClass } from '../../contract/lessons.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { readSavedNotice, type SavedNotice } from '../../lib/savedNotice.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import { focusTableRow, stepTableRow } from '../../ui/list/tableRows.ts'
import { getFormPath } from './form/homeworkDraft.ts'
import { getHomeworkPrefix } from './form/homeworkLanes.ts'
import styles from './list/HomeworkList.module.css'
import { HomeworkContent, homeworkAttribute } from './list/HomeworkTable.tsx'
import { HomeworkNotices, HomeworkToolbar } from './list/HomeworkToolbar.tsx'
import {
  filterRows,
  getSubjects,
  groupRows,
  type HomeworkGroup,
  type HomeworkRow,
  toRows,
} from './list/homeworkGroups.ts'
import { isPastVisible, type SortOrder, useHomeworkAddress } from './list/useHomeworkAddress.ts'
import { useHomeworkList } from './list/useHomeworkList.ts'
import { useOwnWork } from './list/useOwnWork.ts'
import { usePlacement } from './list/usePlacement.ts'
import { useWorkCounts, type WorkCountsById } from './list/useWorkCounts.ts'
import { useMaySetHomework } from './useMaySetHomework.ts'

const PendingWrites = lazyComponent(async () => (await import('../unsent/PendingWrites.tsx')).PendingWrites)

/** /classes/:courseId/homework?find=&subject=&sort=&past=open */
export function HomeworkScreen() {
  const courseId = Number(useParams().courseId)
  return <ClassHomework key={courseId} courseId={courseId} />
}

function ClassHomework({ courseId }: { courseId: number }) {
  const t = useT('homework')
  const navigate = useNavigate()
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const container = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const { address, setAddress, listState } = useHomeworkAddress()
  const list = useHomeworkList(courseId)
  const loadedLessons = useQuery(query(lessonsOfClass.list, { course_id: courseId })).data?.rows
  const lessons = loadedLessons ?? noLessons
  // A class without subjects can't have homework.
  const maySetHomework = (useMaySetHomework() ?? false) && loadedLessons?.length !== 0

  // A list can have 10,000 rows. The compiler does not memoize values that are passed to hooks.
  const { homeworks } = list
  const { find, subject } = address
  const rows = useMemo(() => toRows(homeworks, lessons, timeZone), [homeworks, lessons, timeZone])
  const filteredRows = useMemo(() => filterRows(rows, { find, subject }), [rows, find, subject])
  const [renderedKey, setRenderedKey] = useState('')
  const counts = useWorkCounts(homeworks, list.requestedAt)
  const groupsByDue = useGroups(table, filteredRows, counts, { sort: address.sort, today })
  const ownWork = useOwnWork({ tableRef: table, rows, filteredRows, today })
  const groups = ownWork?.groups ?? groupsByDue
  const saved = useFocusOnSaved(container, renderedKey)

  const newHomeworkPath = paths.newHomework(courseId, {
    ...(address.subject !== undefined && { subject: String(address.subject) }),
  })
  const getRowShortcut = (key: string, step: 1 | -1) => ({
    key,
    description: t('keys.rows'),
    run: () => stepTableRow(container.current, homeworkAttribute, step),
  })
  useShortcuts([
    ...(maySetHomework
      ? [
          {
            key: 'n',
            description: t('keys.new'),
            run: () => void navigate(newHomeworkPath, { state: listState }),
          },
        ]
      : []),
    {
      key: '/',
      description: t('keys.filter'),
      run: () => searchField.current?.focus(),
    },
    getRowShortcut('j', 1),
    getRowShortcut('k', -1),
    getRowShortcut('ArrowDown', 1),
    getRowShortcut('ArrowUp', -1),
    { key: 'Enter', description: t('keys.open') },
  ])
  const newHomeworkAction = {
    id: 'new',
    label: t('new'),
    icon: <IconPlus aria-hidden />,
    variant: 'filled',
    to: newHomeworkPath,
  } as const
  const pastCount = groups.find(group => group.kind === 'past')?.rows.length ?? 0
  const visibleCount = filteredRows.length - (isPastVisible(address) ? 0 : pastCount)
  return (
    <div ref={container} className={styles.sheet}>
      <ScreenHeader title={t('title')} actions={maySetHomework ? [newHomeworkAction] : []} />
      {(rows.length > 0 || list.isLoading) && (
        <HomeworkToolbar
          address={address}
          subjects={getSubjects(rows, lessons)}
          count={rows.length > 0 ? { visible: visibleCount, total: rows.length } : undefined}
          canSort={!ownWork?.groups}
          canSortByCorrections={counts.size > 0}
          onChange={setAddress}
          searchField={searchField}
        />
      )}
      <HomeworkNotices list={list} saved={saved} />
      <PendingWrites
        lane={getHomeworkPrefix(courseId)}
        onEdited={({ draft }) => draft && void navigate(getFormPath(draft.key))}
      />
      <HomeworkContent
        courseId={courseId}
        list={list}
        groups={groups}
        total={rows.length}
        counts={counts}
        ownWork={ownWork}
        address={address}
        today={today}
        maySetHomework={maySetHomework}
        hasSubjects={loadedLessons?.length !== 0}
        listState={listState}
        onChange={setAddress}
        onRowsRendered={setRenderedKey}
        tableRef={table}
      />
      <Outlet />
    </div>
  )
}

const noLessons: readonly never[] = []

/** Moves the focus to the row that was just saved, as soon as it is rendered. Returns the message to show. */
function useFocusOnSaved(
  container: RefObject<HTMLElement | null>,
  renderedKey: string,
): SavedNotice | undefined {
  const { state, key } = useLocation()
  const saved = readSavedNotice(state)
  const focusedKey = useRef<string>(undefined)
  const id = saved?.id
  useEffect(() => {
    if (id === undefined || focusedKey.current === key || renderedKey === '') return
    // The shell moves the focus to the screen after every change of the URL. This must come later.
    const timeout = setTimeout(() => {
      if (focusTableRow(container.current, homeworkAttribute, id)) focusedKey.current = key
    }, 50)
    return () => clearTimeout(timeout)
  }, [container, id, key, renderedKey])
  return saved
}

/** Rows are regrouped when the numbers change, but never while the focus is in the table. */
function useGroups(
  tableRef: RefObject<HTMLElement | null>,
  rows: readonly HomeworkRow[],
  counts: WorkCountsById,
  { sort, today }: { sort: SortOrder; today: string },
): HomeworkGroup[] {
  const latest = useMemo(() => new Map([...counts].map(([id, { toCorrect }]) => [id, toCorrect])), [counts])
  const toCorrect = usePlacement(tableRef, latest)
  return useMemo(() => groupRows(rows, { sort, today, toCorrect }), [rows, sort, today, toCorrect])
}
