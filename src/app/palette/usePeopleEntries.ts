import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useLocale } from 'use-intl'
import { keyOf } from '../../api/cache/query.ts'
import type { Member } from '../../contract/courses.ts'
import type { Rows } from '../../contract/endpoint.ts'
import { canCorrect } from '../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../contract/submissions.ts'
import type { groupDirectChats } from '../../features/chats/list/directChats.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { parseInstant, toInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay } from '../../lib/week.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { classTitle, type KnownClass } from '../shell/useClasses.ts'
import { useNavigationScreens } from '../useNavigationScreens.ts'
import { createMarkFinder, findSharedNames, type MarkableHomework } from './personEntries.ts'
import type { Entry } from './rankEntries.ts'
import { getFirstLine, joinParts, useFormatDue } from './useHomeworkEntries.ts'
import type { SearchData } from './useSearchData.ts'

/** Returns the loaded submissions by homework and pupil. One query per homework would take long for 10,000. */
function readLoadedSubmissions(cache: QueryClient) {
  const [resource, path] = keyOf(submissions.list, { todo_id: 1 })
  const loaded = cache.getQueriesData<Rows<SubmissionEntry>>({ queryKey: [resource, path] })
  return new Map(
    loaded.flatMap(([key, data]) => {
      const ids = key[2]
      if (!isRecord(ids) || typeof ids.todo_id !== 'number' || !data) return []
      return [[ids.todo_id, new Map(data.rows.map(row => [row.user.id, row.submission]))] as const]
    }),
  )
}

type PeopleEntriesOptions = {
  data: Pick<SearchData, 'classes' | 'members' | 'homework' | 'hasChats'>
  /** The work and the access of people are listed only for some text. */
  hasText: boolean
  directChats: ReturnType<typeof groupDirectChats>
}

/** Returns the entries of the members of all classes: message, work and access. */
export function usePeopleEntries(options: PeopleEntriesOptions): Entry[] {
  const { classes, members, homework, hasChats } = options.data
  const { hasText, directChats } = options
  const t = useT('palette')
  const shell = useT('shell')
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { timeZone, clock } = useSchoolTime()
  const user = useCurrentUser()
  const locale = useLocale()
  const hasAccessScreen = useNavigationScreens('rail').some(({ id }) => id === 'access')
  const formatDue = useFormatDue()
  const today = toSchoolDay(clock(), timeZone)

  // There can be thousands of entries, and the palette renders for every letter.
  return useMemo(() => {
    const { byPerson, unknownNames } = directChats
    const compareNames = compareByFamilyName(locale)
    const getTitle = (knownClass: KnownClass) => classTitle(knownClass, shell).title

    const membersByClass = new Map(
      [...members].map(([id, rows]) => {
        const otherMembers = rows
          .filter(member => member.id !== user.id)
          .map(member => ({ ...member, name: sanitizeName(member.name).trim() }))
          .sort((a, b) => compareNames(a, b) || a.id - b.id)
        return [id, otherMembers]
      }),
    )
    const sharedNames = findSharedNames([...membersByClass.values()].flat())
    const formatNumber = ({ id, name }: Member) =>
      sharedNames.has(name) ? t('personNumber', { id: String(id) }) : ''
    const formatRole = ({ is_teacher }: Member) =>
      is_teacher === undefined ? '' : t(is_teacher ? 'teacher' : 'pupil')

    /** Opens the direct chat with the person, or the form for a new one. */
    const createMessageEntry = (member: Member, knownClass: KnownClass): Entry => {
      const { id, name } = member
      const chatId = byPerson.get(id)
      // A direct chat of that name may be with another person of the same name.
      const ambiguityNote = chatId === undefined && unknownNames.has(name) ? t('sameName') : ''
      return {
        id: `message-${id}`,
        group: 'people',
        label: t('message', { name }),
        detail: joinParts(formatRole(member), getTitle(knownClass), formatNumber(member), ambiguityNote),
        actionLabel: t(chatId === undefined ? 'leads.newChat' : 'leads.chat'),
        run: () => {
          const newChatPath = paths.newChat({ person: name, user: String(id) })
          void navigate(chatId === undefined ? newChatPath : paths.chat(chatId))
        },
      }
    }

    const homeworkByClass = Map.groupBy(homework, ({ knownClass }) => knownClass.id)
    const loadedSubmissions = readLoadedSubmissions(cache)
    const tomorrowAt = toInstant(addDaysToDay(today, 1), '00:00', timeZone)
    const getMarkableHomework = (classId: number): MarkableHomework[] =>
      (homeworkByClass.get(classId) ?? [])
        .flatMap(({ task }) => {
          if (!task.is_submissionable || !canCorrect(task)) return []
          const at = parseInstant(task.until_datetime, timeZone)
          if (at === undefined) return []
          return [{ task, at, isPast: at < tomorrowAt, submissions: loadedSubmissions.get(task.id) }]
        })
        .sort((a, b) => a.at - b.at)

    /** Opens the desk at the pupil. Empty for teachers, and if the user marks no homework of the class. */
    const getWorkEntries = (
      member: Member,
      knownClass: KnownClass,
      findToMark: ReturnType<typeof createMarkFinder>,
    ): Entry[] => {
      const found = member.is_teacher === false ? findToMark(member.id) : undefined
      if (!found) return []
      const { task } = found
      return [
        {
          id: `work-${knownClass.id}-${member.id}`,
          group: 'people',
          label: t('work', { name: member.name }),
          detail: joinParts(getTitle(knownClass), formatNumber(member)),
          note: joinParts(getFirstLine(task.text), formatDue(task.until_datetime)),
          actionLabel: t('leads.work'),
          run: () => navigate(paths.desk(task.course_id, task.id, member.id)),
        },
      ]
    }
    const getAccessEntries = (member: Member, knownClass: KnownClass): Entry[] =>
      hasAccessScreen
        ? [
            {
              id: `access-${knownClass.id}-${member.id}`,
              group: 'people',
              label: t('access', { name: member.name }),
              detail: joinParts(getTitle(knownClass), formatNumber(member)),
              actionLabel: t('leads.access'),
              run: () => navigate(paths.access(knownClass.id, { person: `user.${member.id}` })),
            },
          ]
        : []

    // A person of two classes gets one message entry.
    const messagedIds = new Set<number>()
    return classes.flatMap(knownClass => {
      const findToMark = createMarkFinder(hasText ? getMarkableHomework(knownClass.id) : [])
      return (membersByClass.get(knownClass.id) ?? []).flatMap(member => {
        const isNew = !messagedIds.has(member.id)
        messagedIds.add(member.id)
        return [
          ...(isNew && hasChats ? [createMessageEntry(member, knownClass)] : []),
          ...(hasText
            ? [...getWorkEntries(member, knownClass, findToMark), ...getAccessEntries(member, knownClass)]
            : []),
        ]
      })
    })
  }, [
    classes,
    members,
    homework,
    hasChats,
    hasText,
    directChats,
    hasAccessScreen,
    t,
    shell,
    navigate,
    cache,
    timeZone,
    today,
    user.id,
    locale,
    formatDue,
  ])
}
