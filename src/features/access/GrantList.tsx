import { ActionIcon, Avatar, Box, Button, Text } from '@mantine/core'
import { IconUsers, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocale } from 'use-intl'
import { type Permission, type Target, targetUserId } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import { foldText, hasWords, splitSearchWords } from '../../lib/foldText.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useHasExtensions } from '../../session/extensions.ts'
import { SearchField } from '../../ui/inputs/SearchField.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './Access.module.css'
import { type GrantTexts, useFailureText } from './accessTexts.ts'
import type { ContentKind } from './contentInfo.ts'
import { type AccessRequest, flagsOf, isPerson, nameOfTarget, roleOf, rolesFor } from './grants.ts'
import { type AccessState, getRequestKey } from './permissionWrites.ts'
import { RoleMenu } from './RoleMenu.tsx'

/** What users can do with the permission of their class on a chat: a pupil leaves alone, a teacher removes the class. */
export type ClassExit = 'leave' | 'removeClass'

type GrantListProps = {
  rows: readonly Permission[]
  kind: ContentKind
  grantTexts: GrantTexts
  /** Every member may leave a chat of our own service without this. */
  canManage: boolean
  getClassExit: (grant: Permission) => ClassExit | undefined
  onRequest: (request: AccessRequest) => void
  state: AccessState
}

const pageSize = 100
const maxRowsWithoutSearch = 15

/** People by family name, then classes. A changed role moves no row. */
export function GrantList({
  rows,
  kind,
  grantTexts,
  canManage,
  getClassExit,
  onRequest,
  state,
}: GrantListProps) {
  const t = useT('access')
  const me = useCurrentUser().id
  const formatFailure = useFailureText()
  const list = useRef<HTMLUListElement>(null)
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const [searchText, setSearchText] = useState('')
  const searchWords = splitSearchWords(rows.length > maxRowsWithoutSearch ? searchText : '')
  const language = useLocale()
  const byName = compareByFamilyName(language)
  const matches = rows
    .map(grant => ({ grant, name: grantTexts.nameOf(grant), isGroup: !isPerson(grant.target) }))
    .filter(({ name }) => hasWords(foldText(name), searchWords))
    .sort((a, b) => Number(a.isGroup) - Number(b.isGroup) || byName(a, b) || a.grant.id - b.grant.id)
  const hiddenCount = matches.length - visibleCount
  const focusRow = (index: number) => {
    const row = list.current?.children[index]
    if (row instanceof HTMLElement) row.focus()
  }
  const showMore = () => {
    flushSync(() => setVisibleCount(visibleCount + pageSize))
    // The button may no longer exist. The first new row is at its position.
    focusRow(visibleCount)
  }
  /** Row to be removed. If it has the focus, the row at its position gets it. */
  const removedIndex = useRef<number>(undefined)
  useEffect(() => {
    const index = removedIndex.current
    if (index === undefined || document.activeElement !== document.body) return
    removedIndex.current = undefined
    const row = list.current?.children[Math.min(index, matches.length - 1)]
    if (row instanceof HTMLElement) row.focus()
  }, [matches.length])
  return (
    <>
      {rows.length > maxRowsWithoutSearch && (
        <SearchField label={t('find')} value={searchText} onTextChange={setSearchText} />
      )}
      {matches.length === 0 && searchText !== '' && (
        <p role="status">{t('foundNone', { text: searchText.trim() })}</p>
      )}
      {/* Focusable, in case no nearer element exists. */}
      <ul className={styles.list} aria-label={t('people')} ref={list} tabIndex={-1}>
        {matches.slice(0, visibleCount).map(({ grant }, index) => {
          const failure = state.failures.get(`grant ${grant.id}`)
          const isOwn = targetUserId(grant.target) === me
          return (
            <GrantRow
              key={grant.id}
              {...{ grant, grantTexts, kind, canManage, isOwn }}
              classExit={getClassExit(grant)}
              pendingRequest={state.pending.find(request => getRequestKey(request) === `grant ${grant.id}`)}
              failureText={failure && formatFailure(failure)}
              onRequest={request => {
                if (request.kind === 'remove') removedIndex.current = index
                onRequest(request)
              }}
            />
          )
        })}
      </ul>
      {hiddenCount > 0 && (
        <Button size="sm" style={{ alignSelf: 'flex-start' }} onClick={showMore}>
          {t('more', { count: hiddenCount })}
        </Button>
      )}
    </>
  )
}

type GrantRowProps = {
  grant: Permission
  grantTexts: GrantTexts
  kind: ContentKind
  canManage: boolean
  isOwn: boolean
  classExit: ClassExit | undefined
  onRequest: (request: AccessRequest) => void
  pendingRequest: AccessRequest | undefined
  /** Why its last change failed. */
  failureText: string | undefined
}

function GrantRow(props: GrantRowProps) {
  const { grant, grantTexts, kind, canManage, isOwn, classExit, onRequest, pendingRequest, failureText } =
    props
  const t = useT('access')
  const name = grantTexts.nameOf(grant)
  const targetKind = grantTexts.kindOf(grant)
  const role = roleOf(pendingRequest?.kind === 'change' ? pendingRequest.flags : grant)
  const isLeaving = pendingRequest !== undefined && pendingRequest.kind !== 'change'
  const canLeave = useHasExtensions() && isOwn && kind === 'chat'
  const ownLabel = t(kind === 'chat' ? 'leaveChat' : 'removeYou')
  return (
    <li className={styles.row} tabIndex={-1}>
      <TargetPicture target={grant.target} />
      <Box miw={0}>
        <Text fw={500} truncate title={name} {...(isLeaving && { c: 'var(--text-3)' })}>
          <bdi translate="no">{name}</bdi>
        </Text>
        {targetKind && (
          <Text size="sm" c="dimmed" truncate>
            {targetKind}
          </Text>
        )}
      </Box>
      {canManage ? (
        <RoleMenu
          role={role}
          label={t('roleOf', { name, role: t(`role.${role}`) })}
          kind={kind}
          available={rolesFor(grant.target, kind)}
          isBusy={pendingRequest !== undefined}
          onChoose={newRole => onRequest({ kind: 'change', grantId: grant.id, flags: flagsOf(newRole) })}
        />
      ) : (
        <span>{t(`role.${role}`)}</span>
      )}
      <Text className={styles.by ?? ''} size="sm" c="dimmed" lh="1.125rem" miw={0}>
        <span>{grantTexts.formatGivenBy(grant)}</span>{' '}
        <span>{grantTexts.formatEnd(grant) || grantTexts.formatGivenAt(grant)}</span>
      </Text>
      {(canManage || classExit || canLeave) && (
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={isOwn || classExit === 'leave' ? ownLabel : t('remove', { name })}
          aria-disabled={pendingRequest !== undefined}
          onClick={() => onRequest({ kind: 'remove', grantId: grant.id })}
        >
          <IconX aria-hidden />
        </ActionIcon>
      )}
      {failureText && (
        <Text
          className={styles.problem ?? ''}
          size="sm"
          c="var(--danger-text)"
          style={{ overflowWrap: 'anywhere' }}
          role="alert"
        >
          {t('notDone', { reason: failureText })}
        </Text>
      )}
    </li>
  )
}

/** A person's initials, or an icon for groups. */
function TargetPicture({ target }: { target: Target }) {
  if (isPerson(target)) return <PersonAvatar name={nameOfTarget(target)} />
  return (
    <Avatar>
      <IconUsers />
    </Avatar>
  )
}
