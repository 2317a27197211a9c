import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useLocale } from 'use-intl'
import { readDay } from '../../lib/readDay.ts'
import { escapeCloses } from '../focus/floating.ts'
import { floatPlace } from '../layout/FloatMenu.tsx'
import styles from './DateField.module.css'

type DateFieldProps = {
  label: string
  description?: ReactNode
  error: string | undefined
  /** `YYYY-MM-DD`, or what was typed that is no day. */
  value: string
  /** `YYYY-MM-DD`, in the school. */
  today: string
  words: { open: string; previous: string; next: string }
  onChange: (value: string) => void
}

/**
 * A day, typed as one writes it or chosen from a calendar, in the app's language and never the browser's. Not Mantine's
 * DateInput: what it can't read it replaces by the day before, without a word.
 */
export function DateField({ label, description, error, value, today, words, onChange }: DateFieldProps) {
  const language = useLocale()
  const [opened, setOpened] = useState(false)
  // While it is typed it stays as it is typed.
  const [typed, setTyped] = useState<string>()
  const day = readDay(value, today) === value ? value : undefined
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal={false}
      {...floatPlace('top-start')}
    >
      <TextInput
        label={label}
        description={description}
        error={error}
        classNames={{ wrapper: styles.wrapper ?? '' }}
        autoComplete="off"
        value={typed ?? (day === undefined ? value : written(day, language))}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(readDay(currentTarget.value, today) ?? currentTarget.value)
        }}
        onBlur={() => setTyped(undefined)}
        rightSectionWidth="2.75rem"
        rightSection={
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={words.open}
              {...escapeCloses(opened, () => setOpened(false))}
              onClick={() => setOpened(open => !open)}
            >
              <IconCalendar aria-hidden />
            </ActionIcon>
          </Popover.Target>
        }
      />
      {/* Escape closes the calendar and not the form below, whatever of it was pressed last. */}
      <Popover.Dropdown className={styles.calendar} data-mantine-stop-propagation="true">
        <DatePicker
          locale={language}
          maxLevel="month"
          weekendDays={[]}
          previousLabel={words.previous}
          nextLabel={words.next}
          defaultDate={day ?? today}
          value={day ?? null}
          // Of the school; Mantine would mark the browser's.
          getDayProps={date => ({
            'aria-pressed': date === day,
            ...(date === today && { 'aria-current': 'date', className: styles.today ?? '' }),
          })}
          __stopPropagation
          onChange={chosen => {
            if (chosen === null) return
            onChange(chosen)
            setOpened(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

const written = (day: string, language: string) =>
  day
    .split('-')
    .reverse()
    .join(language === 'de' ? '.' : '/')
