import 'dayjs/locale/de'
import { ActionIcon, Group, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useLocale } from 'use-intl'
import { useFormat } from '../../i18n/useFormat.ts'
import { parseDay } from '../../lib/parseDay.ts'
import { closeOnEscape } from '../focus/overlays.ts'
import { getPopoverPlacement } from '../layout/FloatMenu.tsx'
import styles from './DateField.module.css'

/** Shown by a pattern, a legend, and in the accessible name of the day. */
export type DayMark = 'past' | 'closed'

type DateFieldProps = {
  label: string
  description?: ReactNode
  error: string | undefined
  /** `YYYY-MM-DD`, or the typed text if it is not a valid day. */
  value: string
  /** School day, `YYYY-MM-DD`. */
  today: string
  labels: { open: string; previous: string; next: string } & Record<DayMark, string>
  getMark?: (day: string) => DayMark | undefined
  /** Called with the first day of the shown month. */
  onMonthChange?: (firstDay: string) => void
  onChange: (value: string) => void
}

/**
 * Input for a day, typed or chosen from a calendar, in the language of the app. Mantine's DateInput silently replaces
 * invalid text with the previous value.
 */
export function DateField(props: DateFieldProps) {
  const { label, description, error, value, today, labels, getMark, onMonthChange, onChange } = props
  const language = useLocale()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  // Text while the user types. On blur the formatted day replaces it.
  const [typed, setTyped] = useState<string>()
  const day = parseDay(value, today) === value ? value : undefined
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal={false}
      zIndex={aboveDialogHeader}
      {...getPopoverPlacement('top-start')}
    >
      <TextInput
        label={label}
        description={description}
        error={error}
        classNames={{ wrapper: styles.wrapper ?? '' }}
        autoComplete="off"
        value={typed ?? (day === undefined ? value : formatDay(day, language))}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(parseDay(currentTarget.value, today) ?? currentTarget.value)
        }}
        onBlur={() => setTyped(undefined)}
        rightSectionWidth="2.75rem"
        rightSection={
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={labels.open}
              {...closeOnEscape(opened, () => setOpened(false))}
              onClick={() => {
                if (!opened) onMonthChange?.(firstOfMonth(day ?? today))
                setOpened(!opened)
              }}
            >
              <IconCalendar aria-hidden />
            </ActionIcon>
          </Popover.Target>
        }
      />
      {/* Escape closes the calendar and not the form below, wherever in the calendar the user clicked last. */}
      <Popover.Dropdown className={styles.calendar} data-mantine-stop-propagation="true">
        <DatePicker
          locale={language}
          maxLevel="month"
          weekendDays={[]}
          previousLabel={labels.previous}
          nextLabel={labels.next}
          defaultDate={day ?? today}
          value={day ?? null}
          getDayAriaLabel={date => {
            const mark = getMark?.(date)
            const name = format.longDay(date)
            return mark ? `${name}, ${labels[mark]}` : name
          }}
          // Mark today in the school's time zone. Mantine would use the browser's.
          getDayProps={date => ({
            'aria-pressed': date === day,
            'data-mark': getMark?.(date),
            ...(date === today && { 'aria-current': 'date', className: styles.today ?? '' }),
          })}
          __stopPropagation
          onDateChange={month => onMonthChange?.(firstOfMonth(month))}
          onChange={chosen => {
            if (chosen === null) return
            onChange(chosen)
            setOpened(false)
          }}
        />
        {getMark && (
          <Group className={styles.legend ?? ''} gap="md">
            {(['closed', 'past'] as const).map(mark => (
              <Group key={mark} gap="xs">
                <span className={styles.sample} data-mark={mark} aria-hidden>
                  {sampleDay}
                </span>
                <span className={styles.markLabel}>{labels[mark]}</span>
              </Group>
            ))}
          </Group>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const sampleDay = '12'

/** The sticky header of Mantine's dialogs has 1000. */
const aboveDialogHeader = 1001

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

const formatDay = (day: string, language: string) =>
  day
    .split('-')
    .reverse()
    .join(language === 'de' ? '.' : '/')
