import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ApiError } from '../../../api/ApiError.ts'
import { query } from '../../../api/query.ts'
import { paths } from '../../../app/paths.ts'
import type { Chat } from '../../../contract/chats.ts'
import { permissions } from '../../../contract/permissions.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { usePerson } from '../../../ui/Person.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './ChatInfo.module.css'
import { Portions } from './Portions.tsx'
import { findPeople, type PersonIn, peopleIn } from './peopleIn.ts'

/** More people than this are searched and not read. */
const readable = 15
/** Shown at a time. */
const portion = 100

type ChatPeopleProps = {
  chat: Chat
  /** The link to who has access was followed: it opens over the page, in the place of this. */
  onAccess: () => void
}

/** Who is in a chat and what they may do there. A service we do not run may refuse to tell. */
export function ChatPeople({ chat, onAccess }: ChatPeopleProps) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  const { id } = usePerson()
  const location = useLocation()
  const list = useQuery(query(permissions.list, { chat_id: chat.id }))
  const people = peopleIn(list.data?.rows ?? [], id)
  const count = list.data ? people.length : chat.member_count
  return (
    <section className={styles.section}>
      <h3>
        {t('persons.title')}{' '}
        {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
      </h3>
      <Link
        className={buttonClass({ size: 'small' })}
        to={paths.withAccess(location, { field: 'chat_id', id: chat.id })}
        state={{ keepsFocus: true }}
        onClick={onAccess}
      >
        {t(chat.is_admin ? 'persons.change' : 'persons.access')}
      </Link>
      {content()}
    </section>
  )

  function content() {
    const { error } = list
    if (error instanceof ApiError && error.kind === 'forbidden') {
      return (
        <p className={styles.note}>
          {t('persons.failed')} {errorSentence(error, tErrors, format.time)}
        </p>
      )
    }
    if (list.data) {
      return (
        <>
          {list.data.unreadable > 0 && (
            <Notice tone="warn">{tErrors('unreadable', { count: list.data.unreadable })}</Notice>
          )}
          <People people={people} />
        </>
      )
    }
    if (error && !(error instanceof ApiError && error.kind === 'signedOut')) {
      return (
        <Notice
          tone="danger"
          role="alert"
          action={{ label: tErrors('tryAgain'), run: () => void list.refetch() }}
        >
          {t('persons.failed')} {errorSentence(error, tErrors, format.time)}
        </Notice>
      )
    }
    return (
      <>
        <VisuallyHidden role="status">{t('persons.loading')}</VisuallyHidden>
        {['9rem', '7rem', '8rem'].map(width => (
          <p key={width} className={styles.person}>
            <Skeleton width={width} />
          </p>
        ))}
      </>
    )
  }
}

function People({ people }: { people: readonly PersonIn[] }) {
  const t = useT('chats')
  const [find, setFind] = useState('')
  const found = findPeople(people, find)
  return (
    <>
      {people.length > readable && (
        <div className={styles.find}>
          <SearchField label={t('persons.filter')} value={find} onText={setFind} />
        </div>
      )}
      {found.length === 0 && find !== '' && (
        <p className={styles.note} role="status">
          {t('persons.none', { text: find.trim() })}
        </p>
      )}
      <Portions label={t('persons.title')} entries={found} size={portion} keyOf={({ id }) => id}>
        {({ name, role, own, many }) => (
          <div className={styles.person}>
            <Avatar name={name} />
            <span className={styles.personName}>
              <bdi>{name}</bdi>
              {own && <span className={styles.aside}> {t('persons.you')}</span>}
              {many && <span className={styles.aside}> {t('persons.many')}</span>}
            </span>{' '}
            <span className={styles.role}>{t(`persons.${role}`)}</span>
          </div>
        )}
      </Portions>
    </>
  )
}
