import { Button, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBook2, IconChevronDown, IconChevronRight, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { type Ref, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { DataTable, type RowGroup } from '../../../ui/list/DataTable.tsx'
import { HomeworkByNumber } from './HomeworkByNumber.tsx'
import styles from './HomeworkList.module.css'
import { HomeworkRowMenu, homeworkColumns, mayChangeOrCorrect } from './homeworkColumns.tsx'
import type { HomeworkGroup, HomeworkRow } from './homeworkGroups.ts'
import { SeenNote } from './ownStatusColumns.tsx'
import { type HomeworkAddress, isPastVisible } from './useHomeworkAddress.ts'
import type { HomeworkList } from './useHomeworkList.ts'
import type { OwnWork } from './useOwnWork.ts'
import type { WorkCountsById } from './useWorkCounts.ts'

type HomeworkContentProps = {
  courseId: number
  list: HomeworkList
  groups: readonly HomeworkGroup[]
  /** Without the filter. */
  total: number
  counts: WorkCountsById
  /** Only for pupils. */
  ownWork: OwnWork | undefined
  address: HomeworkAddress
  today: string
  maySetHomework: boolean
  /** False if the list of subjects has loaded and is empty. */
  hasSubjects: boolean
  listState: { list: string }
  onChange: (address: HomeworkAddress) => void
  /** Called when other rows are rendered. `key` is '' without rows. */
  onRowsRendered: (key: string) => void
  tableRef: Ref<HTMLTableElement>
}

/** Its value is the ID of the homework. */
export const homeworkAttribute = 'data-homework'

export function HomeworkContent(props: HomeworkContentProps) {
  const { list, groups, total, ownWork, onRowsRendered } = props
  const t = useT('homework')
  const isLoading = list.isLoading && total === 0
  const isEmpty = groups.length === 0 || isLoading
  useEffect(() => {
    if (isEmpty) onRowsRendered('')
  }, [isEmpty, onRowsRendered])
  if (list.error && list.loadedAt === undefined) {
    return (
      <div className={styles.place}>
        <LoadError title={t('failed')} error={list.error} retry={list.retry} />
      </div>
    )
  }
  return (
    <>
      {list.byNumber && <HomeworkByNumber byNumber={list.byNumber} />}
      {isLoading && <HomeworkSkeleton />}
      {isEmpty && !isLoading && (
        <div className={styles.place}>
          <NoHomework {...props} />
        </div>
      )}
      {!isEmpty && <HomeworkTable {...props} />}
      {!isEmpty &&
        ownWork &&
        groups.some(({ rows }) => rows.some(row => ownWork.getStatus(row).kind === 'seen')) && <SeenNote />}
    </>
  )
}

function NoHomework({
  courseId,
  list,
  total,
  address,
  maySetHomework,
  hasSubjects,
  onChange,
}: HomeworkContentProps) {
  const t = useT('homework')
  if (total > 0) {
    return (
      <EmptyState
        icon={<IconFilterOff aria-hidden />}
        title={t('nothing.title')}
        actions={
          <Button onClick={() => onChange({ ...address, find: '', subject: undefined })}>
            {t('nothing.clear')}
          </Button>
        }
      >
        {t('nothing.lead', { all: String(total) })}
      </EmptyState>
    )
  }
  // HomeworkByNumber names the failed ones.
  if (list.byNumber && list.byNumber.failed.length > 0) return null
  if (list.byNumber) {
    return (
      <EmptyState icon={<IconBook2 aria-hidden />} title={t('number.emptyTitle')}>
        {t('number.emptyLead')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconBook2 aria-hidden />}
      title={t('empty.title')}
      actions={
        maySetHomework && (
          <Button component={Link} to={paths.newHomework(courseId)} leftSection={<IconPlus aria-hidden />}>
            {t('new')}
          </Button>
        )
      }
    >
      {!hasSubjects ? t('empty.noSubjects') : maySetHomework ? t('empty.leadTeacher') : t('empty.leadPupil')}
    </EmptyState>
  )
}

const placeholderWidths = [
  ['8rem', '11rem', '9rem'],
  ['12rem', '10rem', '13rem', '8rem'],
] as const

function HomeworkSkeleton() {
  const t = useT('homework')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {placeholderWidths.map(rows => (
        <div key={rows.join()} aria-hidden>
          <div data-head>
            <Skeleton width="9rem" />
          </div>
          {rows.map(width => (
            <div key={width}>
              <Skeleton width="4rem" />
              <Skeleton width={width} />
              <Skeleton width="5rem" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Rows per group before "Show more". Rendering 1,000 rows takes about 1 s on a phone. */
const pageSize = 50

function HomeworkTable(props: HomeworkContentProps) {
  const { courseId, groups, counts, ownWork, address, today, maySetHomework, listState, list } = props
  const { onChange, onRowsRendered } = props
  const t = useT('homework')
  const format = useFormat()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { clock } = useSchoolTime()
  const [limits, setLimits] = useState<Record<string, number>>({})
  // Homework that was opened by its number is never hidden.
  const canCollapsePast = address.find.trim() === '' && !list.byNumber
  const renderedGroups = groups.map(group => {
    const key = getGroupKey(group)
    const isCollapsed = group.kind === 'past' && canCollapsePast && !isPastVisible(address)
    const rows = isCollapsed ? [] : group.rows.slice(0, limits[key] ?? pageSize)
    return { group, key, isCollapsed, rows, remaining: isCollapsed ? 0 : group.rows.length - rows.length }
  })
  const renderedKey = renderedGroups
    .map(group => `${group.key}: ${group.rows.map(row => row.homework.id).join()}`)
    .join('; ')
  useEffect(() => {
    onRowsRendered(renderedKey)
  }, [renderedKey, onRowsRendered])
  const onForget = list.byNumber?.forget
  const hasMenus =
    onForget !== undefined ||
    maySetHomework ||
    groups.some(group => group.rows.some(({ homework }) => mayChangeOrCorrect(homework)))
  useEffect(() => {
    // The menu must also open without a network.
    if (hasMenus) void HomeworkRowMenu.preload()
  }, [hasMenus])
  const columns = homeworkColumns({
    ...{
      courseId,
      today,
      now: useNow(),
      counts,
      ownWork,
      hasMenus,
      maySetHomework,
      listState,
      onForget,
      onDueMoved: (id, message, moved) =>
        void navigate(`${pathname}${search}`, {
          replace: true,
          state: { saved: { id, message, list: search, at: clock(), moved } },
        }),
      t,
      format,
    },
    hasCounts: groups.some(group => group.rows.some(row => counts.has(row.homework.id))),
  })
  const renderGroupName = (group: HomeworkGroup) => (
    <>
      {group.kind === 'subject'
        ? group.subject.name || t('subjectNumber', { id: String(group.subject.id) })
        : t(`group.${group.kind}`)}{' '}
      <span>{format.number(group.rows.length)}</span>
    </>
  )
  const renderGroupTitle = (group: HomeworkGroup, isCollapsed: boolean) => (
    <h2>
      {group.kind === 'past' && canCollapsePast ? (
        <UnstyledButton
          className={styles.fold}
          aria-expanded={!isCollapsed}
          onClick={() => onChange({ ...address, isPastExpanded: isCollapsed })}
        >
          {isCollapsed ? <IconChevronRight aria-hidden /> : <IconChevronDown aria-hidden />}
          {renderGroupName(group)}
        </UnstyledButton>
      ) : (
        renderGroupName(group)
      )}
    </h2>
  )
  return (
    <DataTable
      label={t('title')}
      className={`${styles.table} ${ownWork ? styles.ownTable : ''}`}
      columns={columns}
      getKey={row => row.homework.id}
      getAttributes={row => ({ [homeworkAttribute]: row.homework.id })}
      ref={props.tableRef}
      groups={renderedGroups.map(
        ({ group, key, isCollapsed, rows, remaining }): RowGroup<HomeworkRow> => ({
          key,
          title: renderGroupTitle(group, isCollapsed),
          rows,
          isCollapsed,
          footer: remaining > 0 && (
            <Button
              variant="subtle"
              onClick={() => setLimits({ ...limits, [key]: (limits[key] ?? pageSize) + pageSize })}
            >
              {t('more', { count: Math.min(remaining, pageSize), left: format.number(remaining) })}
            </Button>
          ),
        }),
      )}
    />
  )
}

const getGroupKey = (group: HomeworkGroup) =>
  group.kind === 'subject' ? `subject ${group.subject.id}` : group.kind
