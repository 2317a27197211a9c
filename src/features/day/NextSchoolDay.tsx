import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { addDaysToDay } from '../../lib/week.ts'
import styles from './Day.module.css'
import type { MyDay } from './myDays.ts'
import type { MyDays } from './useMyDays.ts'
import { maxSearchedDays, useNextSchoolDay } from './useNextSchoolDay.ts'

type NextSchoolDayProps = { myDays: MyDays; today: string; renderDay: (day: MyDay) => ReactNode }

/** Names the last loaded day, e.g. in holidays, and finds the next school day on demand. */
export function NextSchoolDay({ myDays, today, renderDay }: NextSchoolDayProps) {
  const t = useT('day')
  const format = useFormat()
  const formatError = useFormatError()
  const [isSearching, setIsSearching] = useState(false)
  const { found, isLoading, error, retry } = useNextSchoolDay(myDays, today, isSearching)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isSearching && !isLoading && !error) result.current?.focus()
  }, [isSearching, isLoading, error])
  const lastDay = myDays.days.at(-1)?.date
  if (lastDay === undefined || lastDay <= today) return null
  const formatDay = (day: string) => ({ weekday: format.weekday(day, 'long'), day: format.dayAndMonth(day) })
  if (isSearching && !isLoading && !error)
    return (
      <div ref={result} tabIndex={-1}>
        {found ? (
          renderDay(found)
        ) : (
          <p className={styles.empty}>{t('noDayFound', formatDay(addDaysToDay(today, maxSearchedDays)))}</p>
        )}
      </div>
    )
  return (
    <p className={styles.empty}>
      <span role="status">
        {error ? t('dayNotFound', { reason: formatError(error) }) : t('noNextDay', formatDay(lastDay))}
      </span>{' '}
      <UnstyledButton
        variant="link"
        aria-disabled={isLoading}
        onClick={() => (error ? retry() : setIsSearching(true))}
      >
        {t(isLoading ? 'searchingDay' : 'findDay')}
      </UnstyledButton>
    </p>
  )
}
