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
import { filters, type Pupil, type PupilFilter, type PupilGroup } from './pupilGroups.ts'

type PupilListProps = {
  /** Groups after filter and search. */
  groups: readonly PupilGroup[]
  current: number | undefined
  corrected: number
  total: number
  to: (userId: number) => string
  /** Points of corrections that can still be undone, by pupil ID. They look like returned ones. */
  undoable: ReadonlyMap<number, number | null>
  step: (by: 1 | -1) => void
  find: Parameters<typeof PupilFind>[0]
}

const rowHeight = { desk: 2, phone: 2.75 }
const headingHeight = { desk: 2.75, phone: 3.5 }

/** List of the pupils by progress. Only the visible rows and the chosen one are rendered. */
export function PupilList(props: PupilListProps) {
  const { groups, current, corrected, total, to, undoable, step, find } = props
  const t = useT('desk')
  const scroller = useRef<HTMLDivElement>(null)
  const lists = groups.map(({ standing, pupils }) => ({
    id: standing,
    title: t(`list.groups.${standing}`),
    count: pupils.length,
    rows: pupils,
  }))
  const position = useRowPosition(lists, { rowHeight, headingHeight }, ({ id }) => id === current)
  const handleKeyDown = useCurrentRow(scroller, {
    attribute: 'data-pupil',
    currentKey: current,
    ...position,
    onStep: step,
  })
  return (
    <Stack gap={0} h="100%" mih={0}>
      <div className={styles.progress}>
        <p>{t.rich('correctedRich', { count: corrected, total, b: text => <b>{text}</b> })}</p>
        <Progress aria-hidden mt="sm" value={(corrected / Math.max(1, total)) * 100} />
      </div>
      <PupilFind {...find} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it take the focus; arrows go between them. */}
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
          isKeptMounted={({ id }) => id === current}
        >
          {(pupil, height) => (
            <PupilRow
              key={pupil.id}
              pupil={pupil}
              height={height}
              to={to(pupil.id)}
              undoablePoints={undoable.get(pupil.id)}
              current={pupil.id === current}
            />
          )}
        </GroupedList>
      </div>
    </Stack>
  )
}

type PupilFindProps = {
  text: string
  onText: (text: string) => void
  /** Called on Enter, to open the first match. */
  onFirst: () => void
  filter: PupilFilter
  onFilter: (filter: PupilFilter) => void
}

/** Search and filter of the list. */
function PupilFind({ text, onText, onFirst, filter, onFilter }: PupilFindProps) {
  const t = useT('desk')
  return (
    <>
      <Group wrap="nowrap" gap="sm" px="lg">
        <Box flex={1} miw={0}>
          <SearchField
            label={t('list.searchLabel')}
            placeholder={t('list.search')}
            value={text}
            onTextChange={onText}
            onEnter={onFirst}
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
          onChange={event => onFilter(filters.find(each => each === event.target.value) ?? 'all')}
        >
          {filters.map(each => (
            <option key={each} value={each}>
              {t(`list.filters.${each}`)}
            </option>
          ))}
        </NativeSelect>
      </Group>
      {filter !== 'all' && (
        <Text className={styles.only} size="xs" c="dimmed">
          {t('list.only', { filter: t(`list.filters.${filter}`) })}
          <UnstyledButton variant="link" onClick={() => onFilter('all')}>
            {t('list.all')}
          </UnstyledButton>
        </Text>
      )}
    </>
  )
}

/** `height` is in px. `undoablePoints` are the points of a correction that can still be undone; null without points. */
type PupilRowProps = {
  pupil: Pupil
  height: number
  to: string
  undoablePoints: number | null | undefined
  current: boolean
}

/** Row of one pupil: progress, name, and the time of the submission or the points. */
function PupilRow({ pupil, height, to, undoablePoints, current }: PupilRowProps) {
  const t = useT('desk')
  const { name, standing } = pupil
  const state = undoablePoints === undefined ? pupil.state : undefined
  return (
    <Link
      className={styles.pupil}
      style={{ height }}
      to={to}
      aria-current={current ? 'true' : undefined}
      data-pupil={pupil.id}
      preventScrollReset
    >
      <Mark standing={standing} />
      <bdi translate="no" className={styles.name}>
        {sanitizeName(name)}
      </bdi>
      {/* Screen readers that list links do not read the heading of the group. */}
      <VisuallyHidden>, {t(`list.marks.${standing}`)}</VisuallyHidden>
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
      <End pupil={{ ...pupil, state }} undoablePoints={undoablePoints} />
    </Link>
  )
}

/** Icon for the progress. The text for screen readers follows the name. */
function Mark({ standing }: { standing: Pupil['standing'] }) {
  if (standing === 'corrected') return <IconCheck className={styles.check} aria-hidden />
  return <span className={styles.mark} data-standing={standing} aria-hidden />
}

const recent = 6 * 86_400_000

type EndProps = Pick<PupilRowProps, 'pupil' | 'undoablePoints'>

function End({ pupil: { standing, entry, state }, undoablePoints }: EndProps) {
  const t = useT('desk')
  const format = useFormat()
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const { submission } = entry
  // The badge with the state takes this space.
  if (state) return null
  if (standing === 'seen')
    return (
      <span className={styles.end} aria-hidden>
        {t('list.seen')}
      </span>
    )
  if (standing === 'corrected') {
    const value = undoablePoints === undefined ? submission.points : undoablePoints
    if (value === null) return null
    const points = formatPoints(value, language)
    return (
      <span className={styles.end} data-points>
        <span aria-hidden>{points}</span>
        <VisuallyHidden>, {t('list.points', { points })}</VisuallyHidden>
      </span>
    )
  }
  const at = submission.submitted_at === null ? undefined : parseInstant(submission.submitted_at, timeZone)
  if (at === undefined) return null
  const when =
    now - at < recent
      ? format.moment(at, now)
      : format.dayNear(toSchoolDay(at, timeZone), toSchoolDay(now, timeZone))
  return (
    <time className={styles.end} dateTime={new Date(at).toISOString()}>
      <VisuallyHidden>, {t('list.handedIn', { when })}</VisuallyHidden>
      <span aria-hidden>{when}</span>
    </time>
  )
}
