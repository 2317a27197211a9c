import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { courses } from '../../../contract/courses.ts'
import { me } from '../../../contract/me.ts'
import { permissions } from '../../../contract/permissions.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useChatName } from '../list/useChatName.ts'
import { audienceOf, countPeople } from './audience.ts'

/** Who has access changes seldom, and nobody asked for it by name. */
const quietly = { staleTime: 60 * 60_000, retry: false }
const mostClasses = 3

/** Who can read what is written in a chat: how many, where the service tells, and of which class, as far as known. */
export function useAudience(chat: Chat): { people: number | undefined; sentence: string } {
  const t = useT('composer')
  const format = useFormat()
  const nameOf = useChatName()
  const chat_id = chat.id
  const access = useQuery({ ...query(permissions.list, { chat_id }, { priority: 'background' }), ...quietly })
  const rows = access.data?.rows
  const people = chat.member_count ?? countPeople(rows)
  // The shell has asked for these.
  const { data: own } = useQuery({ ...query(me.memberships, {}), enabled: false })
  const mine = (own?.rows ?? []).filter(row => row.is_pending !== true).slice(0, mostClasses)
  const classes = useQueries({
    queries: mine.map(({ course_id }) => ({
      ...query(courses.members, { course_id }, { priority: 'background' }),
      ...quietly,
      enabled: rows !== undefined && rows.length >= 4,
    })),
    combine: answers => answers.map(({ data }) => data?.rows ?? []),
  })
  const names = useQueries({
    queries: mine.map(({ course_id }) => ({ ...query(courses.get, { course_id }), enabled: false })),
    combine: answers => answers.map(({ data }) => data?.name),
  })
  const known = mine.flatMap((_, index) => {
    const name = names[index]
    return name === undefined ? [] : [{ name, members: classes[index] ?? [] }]
  })
  return { people, sentence: sentence() }

  function sentence(): string {
    if (people === undefined) return t('audience.everyone', { name: nameOf(chat) })
    const audience = rows && rows.length === people ? audienceOf(rows, known) : undefined
    return audience
      ? t(`audience.${audience.who}`, { count: format.number(people), classes: audience.className })
      : t('audience.people', { count: people })
  }
}
