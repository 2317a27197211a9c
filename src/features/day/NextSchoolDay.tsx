import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { query } from '../../api/cache/query.ts'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { timeline } from '../../contract/timeline.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { addDaysToDay } from '../../lib/week.ts'
import styles from './Day.module.css'
import { createMyDays, lessonsOfDay, type MyDay } from './myDays.ts'

/** Days from today in which the next school day is searched. Summer holidays have about six and a half weeks. */
const maxSearchedDays = 56

type NextSchoolDayProps = {
  /** Last day that is loaded. */
  lastDay: string | undefined
  today: string
  renderDay: (day: MyDay) => ReactNode
}

/** Names the last loaded day, e.g. in holidays, and finds the next school day on demand. */
export function NextSchoolDay({ lastDay, today, renderDay }: NextSchoolDayProps) {
  const t = useT('day')
  const format = useFormat()
  const formatError = useFormatError()
  const [isSearching, setIsSearching] = useState(false)
  const search = useQuery({
    ...query(timeline.mine, { days_forward: maxSearchedDays }),
    enabled: isSearching,
  })
  const { data, isLoading, refetch } = search
  const error = data ? null : withoutSignedOut(search.error)
  const found = createMyDays(data?.rows ?? []).find(day => day.date > today && lessonsOfDay(day).length > 0)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isSearching && !isLoading && !error) result.current?.focus()
  }, [isSearching, isLoading, error])
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
        onClick={() => (error ? void refetch() : setIsSearching(true))}
      >
        {t(isLoading ? 'searchingDay' : 'findDay')}
      </UnstyledButton>
    </p>
  )
}
