import { Button, Group, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId } from 'react'
import { keyOf, query } from '../../api/cache/query.ts'
import type { Chat } from '../../contract/chats.ts'
import { courses } from '../../contract/courses.ts'
import { me } from '../../contract/me.ts'
import { messages } from '../../contract/messages.ts'
import { type Permission, permissions } from '../../contract/permissions.ts'
import { useDelivery } from '../../delivery/DeliveryContext.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { chatLane } from './messageEntry.ts'
import { useChatName } from './useChats.ts'

/** Permissions seldom change, so they are cached for an hour. */
export const permissionQueryOptions = { staleTime: 60 * 60_000, retry: false }
const maxClasses = 3

export function useAudience(chat: Chat): { people: number | undefined; sentence: string } {
  const t = useT('composer')
  const format = useFormat()
  const nameOf = useChatName()
  const chat_id = chat.id
  const access = useQuery({
    ...query(permissions.list, { chat_id }, { priority: 'background' }),
    ...permissionQueryOptions,
  })
  const rows = access.data?.rows
  const people = chat.member_count ?? countPeople(rows)
  // Fetched by the app shell.
  const { data: memberships } = useQuery({ ...query(me.memberships, {}), enabled: false })
  const ownMemberships = (memberships?.rows ?? []).filter(row => row.is_pending !== true).slice(0, maxClasses)
  const classes = useQueries({
    queries: ownMemberships.map(({ course_id }) => ({
      ...query(courses.members, { course_id }, { priority: 'background' }),
      ...permissionQueryOptions,
      enabled: rows !== undefined && rows.length >= 4,
    })),
    combine: results => results.map(({ data }) => data?.rows ?? []),
  })
  const names = useQueries({
    queries: ownMemberships.map(({ course_id }) => ({
      ...query(courses.get, { course_id }),
      enabled: false,
    })),
    combine: results => results.map(({ data }) => data?.name),
  })
  const classPeople = ownMemberships.flatMap(({ course_name }, index) => {
    const name = course_name ?? names[index]
    return name === undefined ? [] : [{ name, members: classes[index] ?? [] }]
  })
  return { people, sentence: formatSentence() }

  function formatSentence(): string {
    if (people === undefined) return t('audience.everyone', { name: nameOf(chat) })
    const audience = rows && rows.length === people ? findAudience(rows, classPeople) : undefined
    return audience
      ? t(`audience.${audience.who}`, { count: format.number(people), classes: audience.className })
      : t('audience.people', { count: people })
  }
}

type ClassPeople = {
  name: string
  members: readonly { id: number; is_teacher?: boolean | undefined }[]
}

type Audience = { who: 'both' | 'pupils' | 'teachers'; className: string }

/** Returns undefined if a target is a group of unknown size. */
export function countPeople(
  permissions: readonly Pick<Permission, 'target'>[] | undefined,
): number | undefined {
  if (!permissions || permissions.some(({ target }) => target.targets_multiple_users)) return undefined
  return new Set(permissions.map(({ target }) => target.ids.user_id)).size
}

/**
 * Returns the class to which everyone with access belongs, if that is at least half of it and at least four
 * people.
 */
export function findAudience(
  permissions: readonly Pick<Permission, 'target'>[],
  classes: readonly ClassPeople[],
): Audience | undefined {
  const ids = permissions.map(({ target }) => target.ids.user_id)
  if (ids.length < 4 || countPeople(permissions) === undefined) return undefined
  for (const { name, members } of classes) {
    // A service may omit `is_teacher`. Then the class is not named.
    const isTeacherById = new Map<unknown, boolean | undefined>(
      members.map(({ id, is_teacher }) => [id, is_teacher]),
    )
    if (!ids.every(id => isTeacherById.get(id) !== undefined) || !hasMajority(ids, members)) continue
    const teachers = ids.filter(id => isTeacherById.get(id)).length
    const who = teachers === 0 ? 'pupils' : teachers === ids.length ? 'teachers' : 'both'
    return { who, className: name }
  }
  return undefined
}

const hasMajority = (ids: readonly unknown[], members: ClassPeople['members']) =>
  ids.length * 2 >= members.length

export function AudienceLine({ sentence }: { sentence: string }) {
  return (
    <Group component="p" gap="sm" wrap="nowrap" mih="var(--line-xs)" pl="xs" fz="xs" lh="xs" c="dimmed">
      <IconEye aria-hidden />
      <Text span inherit miw={0} style={{ overflowWrap: 'anywhere' }}>
        {sentence}
      </Text>
    </Group>
  )
}

/** Number of people above which sending needs a confirmation. */
const confirmThreshold = 20
const maxCheckedMessages = 200

/** Returns a function that checks whether the user rarely writes in this large chat. */
export function useIsRareSender({ id: chat_id, is_admin }: Chat, people = 0): () => boolean {
  const client = useQueryClient()
  const { entries } = useDelivery()
  const lane = chatLane(chat_id)
  return () => {
    const rows = client.getQueryData(keyOf(messages.list, { chat_id }))?.rows
    if (people <= confirmThreshold || rows === undefined || entries.list().some(entry => entry.lane === lane))
      return false
    // The form of a new chat showed its creator the number.
    if (rows.length === 0 && is_admin) return false
    return !rows.slice(-maxCheckedMessages).some(row => row.is_own)
  }
}

type ConfirmAudienceProps = { people: number; onSend: () => void; onCancel: () => void }

/** Asks before the first message to many people. */
export function ConfirmAudience({ people, onSend, onCancel }: ConfirmAudienceProps) {
  const t = useT('composer')
  const format = useFormat()
  const labelId = useId()
  const count = format.number(people)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
    // The user may still hold down Enter from sending.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
  }
  return (
    <Group gap="sm" pl="xs" fz="sm" lh="sm" role="group" aria-labelledby={labelId} onKeyDown={handleKeyDown}>
      <IconEye aria-hidden />
      <span id={labelId} role="alert">
        {t('ask.lead', { count })}
      </span>
      <Button size="sm" autoFocus onClick={onSend}>
        {t('ask.send', { count })}
      </Button>
      <Button variant="subtle" size="sm" onClick={onCancel}>
        {t('ask.goOn')}
      </Button>
    </Group>
  )
}
