import { Box, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useLocale } from 'use-intl'
import { query } from '../../../api/cache/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { type Permission, permissions, targetUserId } from '../../../contract/permissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { byFamilyName } from '../../../lib/familyName.ts'
import { folded, wordsOf } from '../../../lib/folded.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import styles from './ChatInfo.module.css'
import { InfoSection, PagedList } from './InfoSection.tsx'

/** With more people than this, the list has a search field. */
const readable = 15
const portion = 100

type ChatPeopleProps = {
  chat: Chat
  /** Called when the user follows the link to the access drawer, which replaces this one. */
  onAccess: () => void
}

/** The people in a chat and their roles. Another service may refuse to list them. */
export function ChatPeople({ chat, onAccess }: ChatPeopleProps) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const { id } = useCurrentUser()
  const location = useLocation()
  const list = useQuery(query(permissions.list, { chat_id: chat.id }))
  const people = peopleIn(list.data?.rows ?? [], id, useLocale())
  const unreadable = list.data?.unreadable ?? 0
  const access = (
    <Button
      component={Link}
      size="sm"
      to={paths.withAccess(location, { field: 'chat_id', id: chat.id })}
      state={{ keepsFocus: true }}
      onClick={onAccess}
    >
      {t(chat.is_admin ? 'persons.change' : 'persons.access')}
    </Button>
  )
  const count = list.data ? people.length : chat.member_count
  return (
    <InfoSection part="persons" count={count} list={list} action={access}>
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
      <People people={people} />
    </InfoSection>
  )
}

function People({ people }: { people: readonly PersonIn[] }) {
  const t = useT('chats')
  const [find, setFind] = useState('')
  const found = findPeople(people, find)
  return (
    <>
      {people.length > readable && (
        <Box w="100%">
          <SearchField label={t('persons.filter')} value={find} onText={setFind} />
        </Box>
      )}
      {found.length === 0 && find !== '' && (
        <Text c="dimmed" role="status">
          {t('persons.none', { text: find.trim() })}
        </Text>
      )}
      <PagedList label={t('persons.title')} entries={found} size={portion} keyOf={({ id }) => id}>
        {({ name, role, own, many }) => (
          <div className={`${styles.row} ${styles.person}`}>
            <PersonAvatar name={name} />
            <Text span flex={1} miw={0} truncate>
              <bdi translate="no">{name}</bdi>
              {(own || many) && <Aside> {t(own ? 'persons.you' : 'persons.many')}</Aside>}
            </Text>{' '}
            <Aside>{t(`persons.${role}`)}</Aside>
          </div>
        )}
      </PagedList>
    </>
  )
}

const Aside = ({ children }: { children: ReactNode }) => (
  <Text span size="sm" c="var(--text-3)" flex="none">
    {children}
  </Text>
)

type Role = 'admin' | 'adminReads' | 'write' | 'read'

/** An entry in the list of people. `many`: a group whose members are unknown. */
type PersonIn = { id: number; name: string; role: Role; own: boolean; many: boolean }

const roleOf = ({ is_admin, is_write }: Pick<Permission, 'is_admin' | 'is_write'>): Role => {
  if (is_admin) return is_write ? 'admin' : 'adminReads'
  return is_write ? 'write' : 'read'
}
const rank: Record<Role, number> = { admin: 0, adminReads: 0, write: 1, read: 2 }

/** Returns the entries with access: admins first. In each role, people are sorted by family name, and groups follow. */
export function peopleIn(permissions: readonly Permission[], personId: number, language: string): PersonIn[] {
  const byName = byFamilyName(language)
  return permissions
    .map(permission => ({
      id: permission.id,
      name: harmlessName(permission.target.name || permission.target.display_name),
      role: roleOf(permission),
      own: targetUserId(permission.target) === personId,
      many: permission.target.targets_multiple_users,
    }))
    .sort(
      (a, b) => rank[a.role] - rank[b.role] || Number(a.many) - Number(b.many) || byName(a, b) || a.id - b.id,
    )
}

export function findPeople(people: readonly PersonIn[], find: string): readonly PersonIn[] {
  const words = wordsOf(find)
  return people.filter(({ name }) => words.every(word => folded(name).includes(word)))
}
