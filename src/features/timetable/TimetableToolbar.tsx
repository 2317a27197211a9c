import { ActionIcon, Box, Button, Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { getWeekNumber } from '../../lib/week.ts'
import type { TimetableView } from '../../paths.ts'
import { SegmentedRadios } from '../../ui/inputs/SegmentedRadios.tsx'
import { Tag } from '../../ui/Tag.tsx'
import styles from './TimetableScreen.module.css'

type TimetableToolbarProps = {
  view: TimetableView
  /** First and last day, as `YYYY-MM-DD`. */
  range: { first: string; last: string }
  /** Why the user can't go further. */
  refusals: { before: string | undefined; after: string | undefined }
  changes: { count: number; since: string } | undefined
  showBreaks: boolean
  onStep: (step: 1 | -1) => void
  onToday: () => void
  onView: (view: TimetableView) => void
  onBreaks: (shown: boolean) => void
  onChanges: () => void
}

const tabular = { fontVariantNumeric: 'tabular-nums' } as const

export function TimetableToolbar(props: TimetableToolbarProps) {
  const { view, range, refusals, changes, showBreaks } = props
  const t = useT('timetable')
  const format = useFormat()
  const isDayView = view === 'day'
  const labels = isDayView
    ? ({ before: 'dayBefore', after: 'dayAfter' } as const)
    : ({ before: 'weekBefore', after: 'weekAfter' } as const)
  const renderStepButton = (to: 'before' | 'after') => (
    // Not `disabled`, so that it can be focused and a click explains the reason.
    <ActionIcon
      aria-label={t(labels[to])}
      aria-disabled={refusals[to] !== undefined}
      title={refusals[to]}
      onClick={() => props.onStep(to === 'before' ? -1 : 1)}
    >
      {to === 'before' ? <IconChevronLeft aria-hidden /> : <IconChevronRight aria-hidden />}
    </ActionIcon>
  )
  return (
    <div className={styles.bar} data-view={view}>
      <div className={styles.steps}>
        {renderStepButton('before')}
        <Button onClick={props.onToday}>{t('today')}</Button>
        {renderStepButton('after')}
      </div>
      {!isDayView && (
        <Box component="h2" fz="xl" lh="xl" fw={600} lts="-0.015em" style={tabular}>
          {format.dayRange(range.first, range.last)}{' '}
          <Box component="span" ml="xs" c="var(--text-3)" fw={400}>
            {t('week', { week: String(getWeekNumber(range.first)) })}
          </Box>
        </Box>
      )}
      <div className={styles.right}>
        {!isDayView && changes && changes.count > 0 && (
          <UnstyledButton className={styles.changes ?? ''} mih="var(--control)" onClick={props.onChanges}>
            <Tag kind="changed" text={t('changes', { count: changes.count, when: changes.since })} />
          </UnstyledButton>
        )}
        {!isDayView && (
          <Checkbox
            visibleFrom="sm"
            label={t('breaks')}
            checked={showBreaks}
            onChange={event => props.onBreaks(event.currentTarget.checked)}
          />
        )}
        <SegmentedRadios<TimetableView>
          label={t('view')}
          options={[
            { value: 'week', label: t('viewWeek') },
            { value: 'day', label: t('viewDay') },
          ]}
          value={view}
          onChange={props.onView}
        />
      </div>
    </div>
  )
}
