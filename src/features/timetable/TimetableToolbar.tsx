import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { ActionIcon, Button, Checkbox, SegmentedControl, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { weekNumber } from '../../lib/week.ts'
import type { TimetableView } from '../../paths.ts'
import styles from './TimetableScreen.module.css'

type TimetableToolbarProps = {
  view: TimetableView
  /** First and last day of the week shown. */
  range: { first: string; last: string }
  /** Why there is no way on in that direction; `undefined` where there is one. */
  blocked: { before: string | undefined; after: string | undefined }
  changes: { count: number; since: string } | undefined
  showBreaks: boolean
  onStep: (step: 1 | -1) => void
  onToday: () => void
  onView: (view: TimetableView) => void
  onBreaks: (shown: boolean) => void
  onChanges: () => void
}

export function TimetableToolbar(props: TimetableToolbarProps) {
  const { view, range, blocked, changes, showBreaks } = props
  const t = useT('timetable')
  const format = useFormat()
  const day = view === 'day'
  const words = day
    ? ({ before: 'dayBefore', after: 'dayAfter' } as const)
    : ({ before: 'weekBefore', after: 'weekAfter' } as const)
  const step = (to: 'before' | 'after') => (
    // aria-disabled, not disabled: it can still be reached, and pressed it says why.
    <ActionIcon
      aria-label={t(words[to])}
      aria-disabled={blocked[to] !== undefined}
      title={blocked[to]}
      onClick={() => props.onStep(to === 'before' ? -1 : 1)}
    >
      {to === 'before' ? <IconChevronLeft aria-hidden /> : <IconChevronRight aria-hidden />}
    </ActionIcon>
  )
  return (
    <div className={styles.bar} data-view={view}>
      <div className={styles.steps}>
        {step('before')}
        <Button onClick={props.onToday}>{t('today')}</Button>
        {step('after')}
      </div>
      {!day && (
        <h2 className={styles.title}>
          {format.dayRange(range.first, range.last)}{' '}
          <span>{t('week', { week: String(weekNumber(range.first)) })}</span>
        </h2>
      )}
      <div className={styles.right}>
        {!day && changes && changes.count > 0 && (
          <UnstyledButton className={styles.changes} onClick={props.onChanges}>
            {t('changes', { count: changes.count, when: changes.since })}
          </UnstyledButton>
        )}
        {!day && (
          <Checkbox
            className={styles.check ?? ''}
            label={t('breaks')}
            checked={showBreaks}
            onChange={event => props.onBreaks(event.currentTarget.checked)}
          />
        )}
        <SegmentedControl<TimetableView>
          aria-label={t('view')}
          data={[
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
