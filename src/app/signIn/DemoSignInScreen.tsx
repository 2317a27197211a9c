import { Button, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { type PersonToday, useApp } from '../AppContext.tsx'
import styles from './DemoSignIn.module.css'
import { useDemoSignInTo, useDemoUsers } from './demoSignIn.ts'
import signInStyles from './SignIn.module.css'
import { SignInNotices } from './SignInNotices.tsx'
import { SignInPage } from './SignInPage.tsx'
import { SignedInNotice, useGoToSignIn } from './SignInScreen.tsx'

/** Sign-in page of the demo. One click on a person signs in. */
export function DemoSignInScreen() {
  const t = useT('demoSignIn')
  const signIn = useT('signIn')
  const [searchParams] = useSearchParams()
  const returnTo = searchParams.get('to') ?? paths.home()
  const goToPassword = useGoToSignIn(returnTo)
  const { signingIn, errorMessage, signInAs } = useDemoSignInTo(returnTo)
  const people = useDemoUsers()
  const { portraits } = useApp().demo ?? {}
  const peopleToday = usePeopleToday()
  return (
    <SignInPage documentTitle={signIn('documentTitle')} isWide>
      <SignInNotices errorMessage={errorMessage} />
      <h1>{t('title')}</h1>
      <p className={signInStyles.lead}>{t('lead')}</p>
      <ul className={styles.people}>
        {people.map(({ login, name, role, course }) => (
          <li key={login}>
            <UnstyledButton
              className={styles.person}
              aria-disabled={signingIn !== undefined}
              aria-busy={signingIn === login}
              onClick={() => void signInAs(login)}
            >
              <img className={styles.portrait} src={portraits?.[login]} alt="" width={56} height={56} />
              <span className={styles.text}>
                <span className={styles.name}>
                  {/* The spaces separate the parts for screen readers. */}
                  <b translate="no">{name}</b>{' '}
                  <span>
                    {role === 'teacher' ? t('teacher') : course ? t('pupilOf', { course }) : t('pupil')}
                  </span>
                </span>{' '}
                <span className={styles.today}>
                  <TodayLine role={role} today={peopleToday?.find(person => person.login === login)} />
                </span>
              </span>
              <IconChevronRight aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{signingIn !== undefined && signIn('signingIn')}</VisuallyHidden>
      <Button size="lg" w="100%" mt="xl" onClick={goToPassword}>
        {t('withPassword')}
      </Button>
      <SignedInNotice />
      <Text size="sm" c="dimmed" mt="sm" ta="center">
        {t('invented')}
      </Text>
    </SignInPage>
  )
}

/** Undefined while it loads, or if it can't be read. */
function usePeopleToday(): readonly PersonToday[] | undefined {
  const { demo } = useApp()
  const { data } = useQuery({
    queryKey: ['demo', 'peopleToday'],
    queryFn: () => demo?.peopleToday() ?? [],
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return data
}

/** Classes that are named before the others are counted. A single further class is named, too. */
const namedClasses = 2

/** Classes, weekday and submissions to mark of a teacher, or the tasks of a pupil. */
function TodayLine({ role, today }: { role: string; today: PersonToday | undefined }) {
  const t = useT('demoSignIn')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  if (!today) return null
  const { classes, count } = today
  const b = (text: ReactNode) => <b>{text}</b>
  if (role !== 'teacher') return t.rich('pupilToday', { count, b })
  const isLong = classes.length > namedClasses + 1
  const named = isLong ? classes.slice(0, namedClasses) : classes
  const moreLabel = isLong ? [t('moreClasses', { count: classes.length - namedClasses })] : []
  const list = format.list([...named, ...moreLabel])
  const place = [...(list ? [list] : []), format.weekday(toSchoolDay(now, timeZone), 'long')].join(', ')
  return t.rich('teacherToday', { place, count, b })
}
