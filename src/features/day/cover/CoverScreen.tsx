import { NativeSelect, Skeleton, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseDay } from '../../../lib/parseDay.ts'
import { getSchoolNow } from '../../../lib/schoolTime.ts'
import { paths } from '../../../paths.ts'
import { ScreenHeader } from '../../../ui/layout/ScreenHeader.tsx'
import { DayNotices } from '../DayNotices.tsx'
import type { MyDay } from '../myDays.ts'
import { useMyDays } from '../useMyDays.ts'
import styles from './CoverSheet.module.css'
import { CoverSheet } from './CoverSheet.tsx'
import { getDefaultDate, listCoverDays, listCoverLessons } from './coverDays.ts'

/** /day/cover?date= */
export function CoverScreen() {
  const t = useT('cover')
  const tDay = useT('day')
  const { timeZone } = useSchoolTime()
  const { day: today, time } = getSchoolNow(useNow(), timeZone)
  const myDays = useMyDays()
  const { days, isLoaded, isForPupil } = myDays
  const [searchParams, setSearchParams] = useSearchParams()
  const given = searchParams.get('date') ?? ''
  const date = parseDay(given, today) === given ? given : getDefaultDate(days, { day: today, time })
  const day = days.find(other => other.date === date)
  const hasLessons = listCoverLessons(day).length > 0
  const actions = useMemo(
    () => [
      {
        id: 'print',
        label: t('print'),
        icon: <IconPrinter aria-hidden />,
        run: () => window.print(),
        variant: 'filled' as const,
        disabledReason: !hasLessons && t('nothingToPrint'),
      },
    ],
    [t, hasLessons],
  )
  const parent = useMemo(() => ({ label: tDay('title'), to: paths.day() }), [tDay])
  const isShown = isLoaded && !isForPupil
  return (
    <>
      <ScreenHeader title={t('title')} parent={parent} back={parent} {...(isShown && { actions })} />
      <div className={styles.page}>
        <div className={styles.choice}>
          <DayNotices {...myDays} />
          {isForPupil && <Text c="dimmed">{t('noTeacher')}</Text>}
          {isShown && (
            <DayChoice
              {...{ days, date, today }}
              onChoose={chosen => setSearchParams({ date: chosen }, { replace: true })}
            />
          )}
        </div>
        {isShown && day && hasLessons && (
          <Suspense fallback={<Skeleton height="20rem" mx="lg" />}>
            <CoverSheet key={day.date} day={day} today={today} />
          </Suspense>
        )}
      </div>
    </>
  )
}

type DayChoiceProps = {
  days: readonly MyDay[]
  date: string | undefined
  today: string
  onChoose: (date: string) => void
}

/** Days with own lessons, and the day of the address. */
function DayChoice({ days, date, today, onChoose }: DayChoiceProps) {
  const t = useT('cover')
  const format = useFormat()
  const last = days.at(-1)?.date
  const shown = listCoverDays(days, today)
  const given = date !== undefined && shown.every(day => day.date !== date) ? date : undefined
  const isUnknown = given !== undefined && last !== undefined && given > last
  const options = [
    ...shown.map(day => {
      const count = listCoverLessons(day).reduce((sum, { lessons }) => sum + lessons.length, 0)
      return { date: day.date, label: t('dateOption', { day: format.day(day.date), count }) }
    }),
    ...(given === undefined
      ? []
      : [
          {
            date: given,
            label: t(isUnknown ? 'dateUnknown' : 'dateWithout', { day: format.dayNear(given, today) }),
          },
        ]),
  ].toSorted((a, b) => a.date.localeCompare(b.date))
  if (last === undefined) return <Text c="dimmed">{t('noTimetable')}</Text>
  if (options.length === 0) return <Text c="dimmed">{t('noDays', { day: format.day(last) })}</Text>
  return (
    <>
      <NativeSelect
        label={t('date')}
        description={t('known', { day: format.day(last) })}
        className={styles.date}
        value={date}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {options.map(option => (
          <option key={option.date} value={option.date}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
      {given !== undefined && (
        <Text c="dimmed" pt="md" role="status">
          {t(isUnknown ? 'notKnownYet' : 'noLessons')}
        </Text>
      )}
    </>
  )
}
