import { ActionIcon, Avatar, Box, Button, Text } from '@mantine/core'
import { IconUsers, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocale } from 'use-intl'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { documents } from '../../contract/documents.ts'
import { type Permission, type Target, targetUserId } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import { foldText, splitWords } from '../../lib/foldText.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { SearchField } from '../../ui/inputs/SearchField.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useObjectUrl } from '../../ui/useObjectUrl.ts'
import styles from './Access.module.css'
import type { GrantWords } from './accessWords.ts'
import type { ContentKind } from './contentWords.ts'
import { type AccessRequest, flagsOf, isPerson, nameOfTarget, roleOf } from './grants.ts'
import { type AccessState, type Failure, keyOfRequest } from './permissionWrites.ts'
import { RoleMenu } from './RoleMenu.tsx'

type GrantListProps = {
  rows: readonly Permission[]
  kind: ContentKind
  words: GrantWords
  /** Whether the user may change the access. Every member may leave a chat. */
  manages: boolean
  onRequest: (request: AccessRequest) => void
  state: AccessState
  reasonOf: (failure: Failure) => string
}

/** Number of rows that are added at a time. */
const portion = 100
/** With more rows than this, the list has a search field. */
const readable = 15

/** All people and groups with access: people by family name, then groups. A changed role moves no row. */
export function GrantList({ rows, kind, words, manages, onRequest, state, reasonOf }: GrantListProps) {
  const t = useT('access')
  const me = useCurrentUser().id
  const list = useRef<HTMLUListElement>(null)
  const [most, setMost] = useState(portion)
  const [find, setFind] = useState('')
  const wordsToFind = splitWords(rows.length > readable ? find : '')
  const language = useLocale()
  const byName = compareByFamilyName(language)
  const found = rows
    .map(grant => ({ grant, name: words.nameOf(grant), isGroup: !isPerson(grant.target) }))
    .filter(({ name }) => {
      const text = foldText(name)
      return wordsToFind.every(word => text.includes(word))
    })
    .sort((a, b) => Number(a.isGroup) - Number(b.isGroup) || byName(a, b) || a.grant.id - b.grant.id)
  const left = found.length - most
  const focusRow = (at: number) => {
    const row = list.current?.children[at]
    if (row instanceof HTMLElement) row.focus()
  }
  const showMore = () => {
    flushSync(() => setMost(most + portion))
    // The button may no longer exist. Focus the first new row, which is at its position.
    focusRow(most)
  }
  /** Index of the row to be removed. If it has the focus, the row at its position gets it. */
  const removedAt = useRef<number>(undefined)
  useEffect(() => {
    const at = removedAt.current
    if (at === undefined || document.activeElement !== document.body) return
    removedAt.current = undefined
    const row = list.current?.children[Math.min(at, found.length - 1)]
    if (row instanceof HTMLElement) row.focus()
  }, [found.length])
  return (
    <>
      {rows.length > readable && <SearchField label={t('find')} value={find} onTextChange={setFind} />}
      {found.length === 0 && find !== '' && <p role="status">{t('foundNone', { text: find.trim() })}</p>}
      {/* The list can take the focus itself if no nearer element exists. */}
      <ul className={styles.list} aria-label={t('people')} ref={list} tabIndex={-1}>
        {found.slice(0, most).map(({ grant }, at) => {
          const failure = state.failures.get(`grant ${grant.id}`)
          const own = targetUserId(grant.target) === me
          return (
            <GrantRow
              key={grant.id}
              {...{ grant, words, kind, manages, own }}
              coming={state.waiting.find(asked => keyOfRequest(asked) === `grant ${grant.id}`)}
              problem={
                failure &&
                (own && !manages && isForbidden(failure) ? t('leavingNotOffered') : reasonOf(failure))
              }
              onRequest={request => {
                if (request.kind === 'remove') removedAt.current = at
                onRequest(request)
              }}
            />
          )
        })}
      </ul>
      {left > 0 && (
        <Button size="sm" style={{ alignSelf: 'flex-start' }} onClick={showMore}>
          {t('more', { count: left })}
        </Button>
      )}
    </>
  )
}

type GrantRowProps = {
  grant: Permission
  words: GrantWords
  kind: ContentKind
  manages: boolean
  own: boolean
  onRequest: (request: AccessRequest) => void
  /** The pending request about it. */
  coming: AccessRequest | undefined
  /** Reason why its last change failed. */
  problem: string | undefined
}

/** A grant: person or group, role, and who gave it when. The remove button is apart from the rest. */
function GrantRow(props: GrantRowProps) {
  const { grant, words, kind, manages, own, onRequest, coming, problem } = props
  const t = useT('access')
  const name = words.nameOf(grant)
  const who = words.kindOf(grant)
  const role = roleOf(coming?.kind === 'change' ? coming.flags : grant)
  const isLeaving = coming !== undefined && coming.kind !== 'change'
  const ownLabel = t(kind === 'chat' ? 'leaveChat' : 'removeYou')
  return (
    <li className={styles.row} tabIndex={-1}>
      <TargetPicture target={grant.target} />
      <Box miw={0}>
        <Text fw={500} truncate title={name} {...(isLeaving && { c: 'var(--text-3)' })}>
          <bdi translate="no">{name}</bdi>
        </Text>
        {who && (
          <Text size="sm" c="dimmed" truncate>
            {who}
          </Text>
        )}
      </Box>
      {manages ? (
        <RoleMenu
          role={role}
          label={t('roleOf', { name, role: t(`role.${role}`) })}
          kind={kind}
          busy={coming !== undefined}
          onChoose={to => onRequest({ kind: 'change', grantId: grant.id, flags: flagsOf(to) })}
        />
      ) : (
        <span>{t(`role.${role}`)}</span>
      )}
      <Text className={styles.by ?? ''} size="sm" c="dimmed" lh="1.125rem" miw={0}>
        <span>{words.givenBy(grant)}</span> <span>{words.givenAt(grant)}</span>
      </Text>
      {(manages || (own && kind === 'chat')) && (
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={own ? ownLabel : t('remove', { name })}
          aria-disabled={coming !== undefined}
          onClick={() => onRequest({ kind: 'remove', grantId: grant.id })}
        >
          <IconX aria-hidden />
        </ActionIcon>
      )}
      {problem && (
        <Text
          className={styles.problem ?? ''}
          size="sm"
          c="var(--danger-text)"
          style={{ overflowWrap: 'anywhere' }}
          role="alert"
        >
          {t('notDone', { reason: problem })}
        </Text>
      )}
    </li>
  )
}

/**
 * Whether the user lacks permission. In api.md only admins delete permissions, so such a service refuses members who
 * leave a chat.
 */
const isForbidden = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.error instanceof ApiError && failure.error.kind === 'forbidden'

/** Avatar of a target: its picture if the service has one, a person's initials, or an icon for groups. */
function TargetPicture({ target }: { target: Target }) {
  const id = pictureDocument(target.image, location.origin)
  const { data } = useQuery({
    ...query(documents.content, { document_id: id ?? 0, preview: true }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
    retry: false,
  })
  const source = useObjectUrl(data)
  if (source) return <Avatar src={source} alt="" />
  if (isPerson(target)) return <PersonAvatar name={nameOfTarget(target)} />
  return (
    <Avatar>
      <IconUsers />
    </Avatar>
  )
}

/**
 * Returns the ID of the document that is a target's picture, if its address is at this page's origin. Such documents
 * are fetched with the session. Other addresses are never loaded (service-facts.md § Embedded files).
 */
export function pictureDocument(image: string | null, origin: string): number | undefined {
  if (!image || !URL.canParse(image, origin)) return undefined
  const url = new URL(image, origin)
  if (url.origin !== origin) return undefined
  const id = /^\/api\/v2\/documents\/([1-9]\d{0,14})\/content$/.exec(url.pathname)?.[1]
  return id === undefined ? undefined : Number(id)
}
