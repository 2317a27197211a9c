import {
  Badge,
  Box,
  Group,
  NativeSelect,
  Progress,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFilter2 } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { parseInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { GroupedList, useRowPosition } from '../../../ui/list/GroupedList.tsx'
import { useCurrentRow } from '../../../ui/list/useCurrentRow.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { needsAttention } from '../progress/correctionProgress.ts'
import styles from './Desk.module.css'
import { OpenedByMark } from './OpenedBy.tsx'
import { filters, type Pupil, type PupilFilter, type PupilGroup } from './pupilGroups.ts'
import type { OpenedBy, Teacher } from './useOpenSubmissions.ts'

type PupilListProps = {
  /** Groups after filter and search. */
  groups: readonly PupilGroup[]
  currentId: number | undefined
  corrected: number
  total: number
  getPath: (pupilId: number) => string
  openedBy: OpenedBy
  onStep: (step: 1 | -1) => void
  search: PupilSearchProps
}

const rowHeight = { desktop: 2, phone: 2.75 }
const headingHeight = { desktop: 2.75, phone: 3.5 }

/** Renders only the visible rows and the current one. */
export function PupilList(props: PupilListProps) {
  const { groups, currentId, corrected, total, getPath, openedBy, onStep, search } = props
  const t = useT('desk')
  const scroller = useRef<HTMLDivElement>(null)
  const lists = groups.map(({ groupName, pupils }) => ({
    id: groupName,
    title: t(`list.groups.${groupName}`),
    count: pupils.length,
    rows: pupils,
  }))
  const position = useRowPosition(lists, { rowHeight, headingHeight }, ({ id }) => id === currentId)
  const handleKeyDown = useCurrentRow(scroller, {
    attribute: 'data-pupil',
    currentKey: currentId,
    ...position,
    onStep,
  })
  return (
    <Stack gap={0} h="100%" mih={0}>
      <div className={styles.progress}>
        <p>{t.rich('correctedRich', { count: corrected, total, b: text => <b>{text}</b> })}</p>
        <Progress aria-hidden mt="sm" value={(corrected / Math.max(1, total)) * 100} />
      </div>
      <PupilSearch {...search} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links have the focus; the arrow keys move between them. */}
      <div ref={scroller} className={styles.scroll} onKeyDown={handleKeyDown}>
        {groups.length === 0 && (
          <Text c="dimmed" p="lg" role="status">
            {t('list.nobody')}
          </Text>
        )}
        <GroupedList
          scrollRef={scroller}
          groups={lists}
          rowHeight={rowHeight}
          headingHeight={headingHeight}
          isAlwaysRendered={({ id }) => id === currentId}
        >
          {(pupil, height) => (
            <PupilRow
              key={pupil.id}
              pupil={pupil}
              height={height}
              path={getPath(pupil.id)}
              openedBy={openedBy.get(pupil.id)}
              isCurrent={pupil.id === currentId}
            />
          )}
        </GroupedList>
      </div>
    </Stack>
  )
}

type PupilSearchProps = {
  text: string
  onTextChange: (text: string) => void
  onOpenFirst: () => void
  filter: PupilFilter
  onFilterChange: (filter: PupilFilter) => void
}

function PupilSearch({ text, onTextChange, onOpenFirst, filter, onFilterChange }: PupilSearchProps) {
  const t = useT('desk')
  return (
    <>
      <Group wrap="nowrap" gap="sm" px="lg">
        <Box flex={1} miw={0}>
          <SearchField
            label={t('list.searchLabel')}
            placeholder={t('list.search')}
            value={text}
            onTextChange={onTextChange}
            onEnter={onOpenFirst}
            onEscape={field => field.blur()}
          />
        </Box>
        <NativeSelect
          variant="toolbar"
          className={styles.filter ?? ''}
          leftSection={<IconFilter2 aria-hidden />}
          leftSectionWidth="100%"
          rightSection=" "
          aria-label={t('list.filter')}
          title={t('list.filter')}
          data-on={filter !== 'all'}
          value={filter}
          onChange={event => onFilterChange(filters.find(name => name === event.target.value) ?? 'all')}
        >
          {filters.map(name => (
            <option key={name} value={name}>
              {t(`list.filters.${name}`)}
            </option>
          ))}
        </NativeSelect>
      </Group>
      {filter !== 'all' && (
        <Text className={styles.activeFilter} size="xs" c="dimmed">
          {t('list.only', { filter: t(`list.filters.${filter}`) })}
          <UnstyledButton variant="link" onClick={() => onFilterChange('all')}>
            {t('list.all')}
          </UnstyledButton>
        </Text>
      )}
    </>
  )
}

/** `height` is in px. */
type PupilRowProps = {
  pupil: Pupil
  height: number
  path: string
  openedBy: readonly Teacher[] | undefined
  isCurrent: boolean
}

function PupilRow({ pupil, height, path, openedBy, isCurrent }: PupilRowProps) {
  const t = useT('desk')
  const { name, groupName } = pupil
  // A correction that can be undone looks like a returned one.
  const state = pupil.state === 'returned' ? undefined : pupil.state
  return (
    <Link
      className={styles.pupil}
      style={{ height }}
      to={path}
      aria-current={isCurrent ? 'true' : undefined}
      data-pupil={pupil.id}
      preventScrollReset
    >
      <GroupIcon groupName={groupName} />
      <bdi translate="no" className={styles.name}>
        {sanitizeName(name)}
      </bdi>
      {/* Screen readers that list links do not read the heading of the group. */}
      <VisuallyHidden>, {t(`list.marks.${groupName}`)}</VisuallyHidden>
      <OpenedByMark teachers={openedBy} />
      {state && (
        <Badge
          className={styles.state ?? ''}
          variant={needsAttention(state) ? 'warn' : 'quiet'}
          leftSection={needsAttention(state) && <IconAlertTriangle aria-hidden />}
        >
          <VisuallyHidden>, </VisuallyHidden>
          {t(`states.${state}`)}
        </Badge>
      )}
      {/* The badge takes this space. */}
      {!state && <TimeOrPoints pupil={pupil} />}
    </Link>
  )
}

// The text for screen readers follows the name.
function GroupIcon({ groupName }: Pick<Pupil, 'groupName'>) {
  if (groupName === 'corrected') return <IconCheck className={styles.checkIcon} aria-hidden />
  return <span className={styles.groupIcon} data-group={groupName} aria-hidden />
}

/** Age in ms up to which the list shows the weekday and time instead of the date. */
const maxWeekdayAge = 6 * 86_400_000

function TimeOrPoints({ pupil: { groupName, entry } }: Pick<PupilRowProps, 'pupil'>) {
  const t = useT('desk')
  const format = useFormat()
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const { submission } = entry
  if (groupName === 'missing') {
    const seen = t(submission.is_acknowledged ? 'list.seen' : 'list.notSeen')
    return (
      <span className={styles.rowDetail}>
        <span aria-hidden>{seen}</span>
        <VisuallyHidden>, {seen}</VisuallyHidden>
      </span>
    )
  }
  if (groupName === 'corrected') {
    if (submission.points === null) return null
    const points = formatPoints(submission.points, language)
    return (
      <span className={styles.rowDetail} data-points>
        <span aria-hidden>{points}</span>
        <VisuallyHidden>, {t('list.points', { points })}</VisuallyHidden>
      </span>
    )
  }
  const at = submission.submitted_at === null ? undefined : parseInstant(submission.submitted_at, timeZone)
  if (at === undefined) return null
  const when =
    now - at < maxWeekdayAge
      ? format.moment(at, now)
      : format.dayNear(toSchoolDay(at, timeZone), toSchoolDay(now, timeZone))
  return (
    <time className={styles.rowDetail} dateTime={new Date(at).toISOString()}>
      <VisuallyHidden>, {t('list.handedIn', { when })}</VisuallyHidden>
      <span aria-hidden>{when}</span>
    </time>
  )
}
