import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { query } from '../../../api/query.ts'
import { paths } from '../../../app/paths.ts'
import { lessons as lessonsOfClass } from '../../../contract/lessons.ts'
import { useT } from '../../../i18n/useT.ts'
import { dayOf } from '../../../lib/schoolTime.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { ScreenHeader } from '../../../ui/ScreenHeader.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { focusRow } from './focusRow.ts'
import { HomeworkContent } from './HomeworkContent.tsx'
import styles from './HomeworkList.module.css'
import { HomeworkNotices } from './HomeworkNotices.tsx'
import { HomeworkToolbar } from './HomeworkToolbar.tsx'
import { isPastOpen } from './homeworkAddress.ts'
import { matching, rowsOf, subjectsOf } from './homeworkRows.ts'
import { useFocusOnSaved } from './useFocusOnSaved.ts'
import { useFunnels } from './useFunnels.ts'
import { useGroups } from './useGroups.ts'
import { useHomeworkAddress } from './useHomeworkAddress.ts'
import { useHomeworkList } from './useHomeworkList.ts'
import { useMayWrite } from './useMayWrite.ts'
import { useRowsOnScreen } from './useRowsOnScreen.ts'

/** The homework of one class: the list, and over it the form that is open. */
export function ClassHomework({ courseId }: { courseId: number }) {
  const t = useT('homework')
  const navigate = useNavigate()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const today = dayOf(now, timeZone)
  const sheet = useRef<HTMLDivElement>(null)
  const { address, go, fromList } = useHomeworkAddress()
  const list = useHomeworkList(courseId)
  const mayWrite = useMayWrite() ?? false
  const lessons = useQuery(query(lessonsOfClass.list, { course_id: courseId })).data?.rows ?? none

  const rows = useMemo(() => rowsOf(list.homeworks, lessons, timeZone), [list.homeworks, lessons, timeZone])
  const shown = useMemo(
    () => matching(rows, { find: address.find, subject: address.subject }),
    [rows, address.find, address.subject],
  )
  const [drawn, setDrawn] = useState('')
  const onScreen = useRowsOnScreen(sheet, drawn)
  const correctable = new Set(rows.filter(row => row.correctable).map(row => row.homework.id))
  const funnels = useFunnels(
    onScreen.filter(id => correctable.has(id)),
    list.round,
  )
  const groups = useGroups(sheet, rows, shown, funnels, { sort: address.sort, today })
  const saved = useFocusOnSaved(sheet, drawn)

  const openNew = paths.newHomework(courseId, {
    ...(address.subject !== undefined && { subject: String(address.subject) }),
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
    { key: 'j', description: t('keys.rows'), run: () => focusRow(sheet.current, 1) },
    { key: 'k', description: t('keys.rows'), run: () => focusRow(sheet.current, -1) },
    { key: 'ArrowDown', description: t('keys.rows'), run: () => focusRow(sheet.current, 1) },
    { key: 'ArrowUp', description: t('keys.rows'), run: () => focusRow(sheet.current, -1) },
    { key: 'Enter', description: t('keys.open') },
  ])
  const actions = useMemo(
    () =>
      mayWrite
        ? [
            {
              id: 'new',
              label: t('new'),
              icon: <IconPlus aria-hidden />,
              look: 'primary' as const,
              to: openNew,
            },
          ]
        : [],
    [mayWrite, openNew, t],
  )

  const folded = groups.find(group => group.kind === 'past')?.rows.length ?? 0
  const visible = shown.length - (isPastOpen(address) ? 0 : folded)
  return (
    <div ref={sheet}>
      <ScreenHeader title={t('title')} actions={actions} />
      {(rows.length > 0 || list.loading) && (
        <HomeworkToolbar
          address={address}
          subjects={subjectsOf(rows, lessons)}
          count={rows.length > 0 ? { shown: visible, all: rows.length } : undefined}
          sortable={rows.some(row => row.correctable)}
          onChange={go}
        />
      )}
      <HomeworkNotices list={list} saved={saved} now={now} />
      <div className={styles.content}>
        <HomeworkContent
          courseId={courseId}
          list={list}
          groups={groups}
          all={rows.length}
          funnels={funnels}
          address={address}
          today={today}
          mayWrite={mayWrite}
          fromList={fromList}
          onChange={go}
          onDrawn={setDrawn}
        />
      </div>
      <Outlet />
    </div>
  )
}

const none: readonly never[] = []
