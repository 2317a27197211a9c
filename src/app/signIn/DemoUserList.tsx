import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/useT.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { type useDemoSignIn, useDemoUsers } from './demoSignIn.ts'
import styles from './SignIn.module.css'

type DemoUserListProps = { title: string } & Pick<ReturnType<typeof useDemoSignIn>, 'signingIn' | 'signInAs'>

/** People of a made-up school, with one-click sign-in. Otherwise empty. */
export function DemoUserList({ title, signingIn, signInAs }: DemoUserListProps) {
  const t = useT('signIn')
  const people = useDemoUsers()
  if (people.length === 0) return null
  return (
    <>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.people}>
        {people.map(({ login, name, role }) => (
          <li key={login}>
            <UnstyledButton
              aria-disabled={signingIn !== undefined}
              aria-busy={signingIn === login}
              onClick={() => void signInAs(login)}
            >
              <PersonAvatar name={name} />
              <span translate="no">{name}</span>{' '}
              <Text span size="sm" c="dimmed" ml="auto">
                {t(role === 'student' ? 'student' : 'teacher')}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{signingIn !== undefined && t('signingIn')}</VisuallyHidden>
    </>
  )
}
