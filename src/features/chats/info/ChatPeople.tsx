import { Box, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useLocale } from 'use-intl'
import { query } from '../../../api/cache/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { isNamedClass, type Permission, permissions, targetUserId } from '../../../contract/permissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { foldText, hasWords, splitSearchWords } from '../../../lib/foldText.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import styles from './ChatInfo.module.css'
import { InfoSection, PagedList } from './InfoSection.tsx'

const searchThreshold = 15
const pageSize = 100

type ChatPeopleProps = {
  chat: Chat
  /** The access drawer replaces this one. */
  onAccess: () => void
}

/** A service may refuse to list the people. */
export function ChatPeople({ chat, onAccess }: ChatPeopleProps) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const { id } = useCurrentUser()
  const location = useLocation()
  const list = useQuery(query(permissions.list, { chat_id: chat.id }))
  const people = getPersonRows(list.data?.rows ?? [], id, useLocale())
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
  // The row of a class is several people.
  const count =
    list.data && people.every(({ isGroup }) => !isGroup)
      ? people.length
      : (chat.member_count ?? people.length)
  return (
    <InfoSection part="persons" count={count} list={list} action={access}>
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
      <People people={people} />
    </InfoSection>
  )
}

function People({ people }: { people: readonly PersonRow[] }) {
  const t = useT('chats')
  const [searchText, setSearchText] = useState('')
  const found = findPeople(people, searchText)
  return (
    <>
      {people.length > searchThreshold && (
        <Box w="100%">
          <SearchField label={t('persons.filter')} value={searchText} onTextChange={setSearchText} />
        </Box>
      )}
      {found.length === 0 && searchText !== '' && (
        <Text c="dimmed" role="status">
          {t('persons.none', { text: searchText.trim() })}
        </Text>
      )}
      <PagedList label={t('persons.title')} entries={found} pageSize={pageSize} getKey={({ id }) => id}>
        {({ name, role, isOwn, isGroup, isClass, size }) => (
          <div className={`${styles.row} ${styles.person}`}>
            <PersonAvatar name={name} />
            <Text span flex={1} miw={0} truncate>
              <bdi translate="no">{isClass ? t('persons.class', { name }) : name}</bdi>
              {isOwn && <Aside> {t('persons.you')}</Aside>}
              {isGroup && (
                <Aside> {size === undefined ? t('persons.many') : t('people', { count: size })}</Aside>
              )}
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

/** `isGroup`: a class or another group. `size`: its number of people, undefined if unknown. */
type PersonRow = {
  id: number
  name: string
  role: Role
  isOwn: boolean
  isGroup: boolean
  isClass: boolean
  size: number | undefined
}

const getRole = ({ is_admin, is_write }: Pick<Permission, 'is_admin' | 'is_write'>): Role => {
  if (is_admin) return is_write ? 'admin' : 'adminReads'
  return is_write ? 'write' : 'read'
}
const rank: Record<Role, number> = { admin: 0, adminReads: 0, write: 1, read: 2 }

/** Sorts by role, then people before groups, then by family name. */
export function getPersonRows(
  permissions: readonly Permission[],
  personId: number,
  language: string,
): PersonRow[] {
  const compareNames = compareByFamilyName(language)
  return permissions
    .map(permission => ({
      id: permission.id,
      name: sanitizeName(permission.target.name || permission.target.display_name),
      role: getRole(permission),
      isOwn: targetUserId(permission.target) === personId,
      isGroup: permission.target.targets_multiple_users,
      isClass: isNamedClass(permission.target),
      size: permission.target.member_count,
    }))
    .sort(
      (a, b) =>
        rank[a.role] - rank[b.role] ||
        Number(a.isGroup) - Number(b.isGroup) ||
        compareNames(a, b) ||
        a.id - b.id,
    )
}

export function findPeople(people: readonly PersonRow[], searchText: string): readonly PersonRow[] {
  const words = splitSearchWords(searchText)
  return people.filter(({ name }) => hasWords(foldText(name), words))
}
