import { Avatar, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { type Demo, type PersonToday, useApp, useSessionState } from '../AppContext.tsx'
import styles from './SignIn.module.css'

type MadeUpPeopleProps = {
  title?: string
  pendingLogin: string | undefined
  onChoose: (login: string) => Promise<void>
}

/** People of a made-up school, with one-click sign-in. Otherwise empty. */
export function MadeUpPeople({ title, pendingLogin, onChoose }: MadeUpPeopleProps) {
  const t = useT('signIn')
  const { demo } = useApp()
  const state = useSessionState()
  const people = 'settings' in state ? state.settings.demo_people : []
  if (people.length === 0) return null
  return (
    <>
      {title && <h2 className={styles.heading}>{title}</h2>}
      <ul className={styles.people}>
        {people.map(({ login, name, role, course }) => (
          <li key={login}>
            <UnstyledButton
              aria-disabled={pendingLogin !== undefined}
              aria-busy={pendingLogin === login}
              // A second choice would replace the state of the first.
              onClick={() => pendingLogin === undefined && void onChoose(login)}
            >
              {demo ? (
                <Avatar src={demo.portraits[login] ?? null} size="3.5rem" alt="" />
              ) : (
                <PersonAvatar name={name} />
              )}
              <span>
                {/* The spaces separate the parts for screen readers. */}
                <b translate="no">{name}</b>{' '}
                <Text span c="dimmed">
                  {role === 'teacher' ? t('teacher') : course ? t('pupilOf', { course }) : t('pupil')}
                </Text>{' '}
                {demo && <TodayLine demo={demo} login={login} isTeacher={role === 'teacher'} />}
              </span>
              <IconChevronRight aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{pendingLogin !== undefined && t('signingIn')}</VisuallyHidden>
    </>
  )
}

type TodayLineProps = { demo: Demo; login: string; isTeacher: boolean }

/** Classes, weekday and submissions to mark of a teacher, or the tasks of a pupil. Has its height while it loads. */
function TodayLine({ demo, login, isTeacher }: TodayLineProps) {
  const { data } = useQuery({
    queryKey: ['demo', 'peopleToday'],
    queryFn: demo.peopleToday,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const today = data?.find(person => person.login === login)
  return (
    <Text span display="block" mih="1lh" c="dimmed">
      {today && <TodayText today={today} isTeacher={isTeacher} />}
    </Text>
  )
}

/** Classes that are named before the others are counted. A single further class is named, too. */
const namedClasses = 2

function TodayText({ today: { classes, count }, isTeacher }: { today: PersonToday; isTeacher: boolean }) {
  const t = useT('signIn')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const weekday = format.weekday(toSchoolDay(useNow(), timeZone), 'long')
  const b = (text: ReactNode) => <b>{text}</b>
  if (!isTeacher) return t.rich('pupilToday', { count, b })
  const isLong = classes.length > namedClasses + 1
  const others = t('moreClasses', { count: classes.length - namedClasses })
  const list = format.list(isLong ? [...classes.slice(0, namedClasses), others] : [...classes])
  return t.rich('teacherToday', { place: [list, weekday].filter(Boolean).join(', '), count, b })
}
