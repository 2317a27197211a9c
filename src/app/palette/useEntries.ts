import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useLocale } from 'use-intl'
import { keyOf } from '../../api/cache/query.ts'
import { courses, type Member } from '../../contract/courses.ts'
import { files } from '../../contract/files.ts'
import { canCorrect } from '../../contract/homework.ts'
import { type Lesson, lessons } from '../../contract/lessons.ts'
import { messages } from '../../contract/messages.ts'
import { permissions } from '../../contract/permissions.ts'
import { submissions } from '../../contract/submissions.ts'
import { groupDirectChats } from '../../features/chats/list/directChats.ts'
import { chatName, sortChats } from '../../features/chats/useChats.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import { isLanguage, languages } from '../../lib/language.ts'
import { parseInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { useApp } from '../AppContext.tsx'
import { useOverlays } from '../shell/Overlays.tsx'
import { classTitle, type KnownClass } from '../shell/useClasses.ts'
import { useNavigationScreens } from '../useNavigationScreens.ts'
import { findHomeworkToMark, findSharedNames, type MarkableHomework } from './personEntries.ts'
import { createFileEntries, type Entry } from './rankEntries.ts'
import { getTimetableLessons } from './timetableLessons.ts'
import type { SearchData } from './useSearchData.ts'

const themes = { auto: 'system', light: 'light', dark: 'dark' } as const

type EntriesOptions = {
  currentClassId: number | undefined
  /** Files, and the work and the access of people, are listed only for some text. */
  text: string
  data: SearchData
  /** Missing if the user may not upload. */
  chooseFiles: (() => void) | undefined
}

/** Returns all entries of the palette, before they are ranked. */
export function useEntries({ currentClassId, text, data, chooseFiles }: EntriesOptions): Entry[] {
  const t = useT('palette')
  const shell = useT('shell')
  const { preferences } = useApp()
  const overlays = useOverlays()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { timeZone, clock } = useSchoolTime()
  const user = useCurrentUser()
  const railScreens = useNavigationScreens('rail')
  const accountScreens = useNavigationScreens('account')
  const { dayNear } = useFormat()
  const today = toSchoolDay(clock(), timeZone)
  const compareNames = compareByFamilyName(useLocale())
  const hasText = text.trim() !== ''
  const getTitle = (knownClass: KnownClass) => classTitle(knownClass, shell).title
  const currentClass = data.classes.find(({ id }) => id === currentClassId)

  const chats = sortChats(data.chats, timeZone)
  const { byPerson, unknownNames } = groupDirectChats(
    chats.map(chat => ({
      chat,
      name: chatName(chat, user),
      grants: cache.getQueryData(keyOf(permissions.list, { chat_id: chat.id }))?.rows,
      messages: cache.getQueryData(keyOf(messages.list, { chat_id: chat.id }))?.rows,
    })),
    user.id,
  )

  const getSubjectEntries = (knownClass: KnownClass): Entry[] => {
    const course_id = knownClass.id
    const listedSubjects: readonly Lesson[] =
      course_id === currentClassId
        ? data.subjects
        : (cache.getQueryData(keyOf(lessons.list, { course_id }))?.rows ?? [])
    const timetableLessons = getTimetableLessons(cache, course_id)
    const subjects = new Map([...listedSubjects, ...timetableLessons].map(subject => [subject.id, subject]))
    return [...subjects.values()].map(({ id, name, teacher, room }) => ({
      id: `subject-${course_id}-${id}`,
      group: 'subjects',
      label: name,
      detail: [getTitle(knownClass), teacher, room].filter(Boolean).join(' · '),
      run: () => navigate(paths.subject(course_id, id)),
    }))
  }

  const getDueDay = (until: string) => {
    const at = parseInstant(until, timeZone)
    return at === undefined ? undefined : toSchoolDay(at, timeZone)
  }
  const formatDue = (until: string) => {
    const day = getDueDay(until)
    return day === undefined ? until : dayNear(day, today)
  }
  const getFirstLine = (task: string) => task.trim().split('\n', 1)[0] ?? ''

  // Members of other classes are only searched if screens have loaded them.
  const getMembers = (knownClass: KnownClass) =>
    (knownClass.id === currentClassId
      ? data.members
      : (cache.getQueryData(keyOf(courses.members, { course_id: knownClass.id }))?.rows ?? [])
    )
      .filter(({ id }) => id !== user.id)
      .map(member => ({ ...member, name: sanitizeName(member.name).trim() }))
      .sort((a, b) => compareNames(a, b) || a.id - b.id)
  const sharedNames = findSharedNames(data.classes.flatMap(getMembers))
  const formatNumber = ({ id, name }: Member) =>
    sharedNames.has(name) ? t('personNumber', { id: String(id) }) : ''
  const formatRole = ({ is_teacher }: Member) =>
    is_teacher === undefined ? '' : t(is_teacher ? 'teacher' : 'pupil')
  const joinParts = (...parts: string[]) => parts.filter(Boolean).join(' · ')

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
  const getMarkableHomework = (knownClass: KnownClass): MarkableHomework[] =>
    data.homework
      .flatMap(({ knownClass: { id }, task }) => {
        const due = getDueDay(task.until_datetime)
        if (id !== knownClass.id || due === undefined || !task.is_submissionable || !canCorrect(task))
          return []
        const rows = cache.getQueryData(keyOf(submissions.list, { todo_id: task.id }))?.rows
        const byPupil = rows && new Map(rows.map(({ user, submission }) => [user.id, submission]))
        return [{ task, due, submissions: byPupil }]
      })
      .sort((a, b) => a.due.localeCompare(b.due))
  /** Opens the desk at the pupil. Empty for teachers, and if the user marks no homework of the class. */
  const getWorkEntries = (
    member: Member,
    knownClass: KnownClass,
    markable: readonly MarkableHomework[],
  ): Entry[] => {
    const found = member.is_teacher === false ? findHomeworkToMark(member.id, markable, today) : undefined
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
  const getAccessEntries = (member: Member, knownClass: KnownClass): Entry[] => {
    if (!railScreens.some(({ id }) => id === 'access')) return []
    return [
      {
        id: `access-${knownClass.id}-${member.id}`,
        group: 'people',
        label: t('access', { name: member.name }),
        detail: joinParts(getTitle(knownClass), formatNumber(member)),
        actionLabel: t('leads.access'),
        run: () => navigate(paths.access(knownClass.id, { person: `user.${member.id}` })),
      },
    ]
  }
  const peopleEntries = (): Entry[] => {
    // A person of two classes gets one message entry.
    const messagedIds = new Set<number>()
    return data.classes.flatMap(knownClass => {
      const markable = hasText ? getMarkableHomework(knownClass) : []
      return getMembers(knownClass).flatMap(member => {
        const isNew = !messagedIds.has(member.id)
        messagedIds.add(member.id)
        return [
          ...(isNew && data.hasChats ? [createMessageEntry(member, knownClass)] : []),
          ...(hasText
            ? [...getWorkEntries(member, knownClass, markable), ...getAccessEntries(member, knownClass)]
            : []),
        ]
      })
    })
  }

  const chatEntries = (): Entry[] => {
    const named = chats.map(chat => ({
      id: chat.id,
      name: chatName(chat, user) || t('chatNumber', { id: String(chat.id) }),
    }))
    const sharedChatNames = findSharedNames(named)
    return named.map(({ id, name }) => ({
      id: `chat-${id}`,
      group: 'chats',
      label: name,
      ...(sharedChatNames.has(name) && { detail: t('chatNumber', { id: String(id) }) }),
      run: () => navigate(paths.chat(id)),
    }))
  }

  /** Newest first. Opens the desk if the user marks it, otherwise the task. */
  const homeworkEntries = (): Entry[] =>
    data.homework
      .toSorted((a, b) => b.task.time - a.task.time)
      .map(({ knownClass, task }) => ({
        id: `homework-${task.id}`,
        group: 'homework',
        label: getFirstLine(task.text),
        detail: joinParts(task.lesson?.name ?? '', getTitle(knownClass), formatDue(task.until_datetime)),
        run: () => {
          const isForDesk = task.is_submissionable && canCorrect(task)
          navigate((isForDesk ? paths.desk : paths.task)(task.course_id, task.id))
        },
      }))

  // Files of other classes are only searched if screens have loaded them.
  const getFileEntries = (knownClass: KnownClass) => {
    const { id } = knownClass
    const loaded =
      id === currentClassId ? data.files : cache.getQueryData(keyOf(files.list, { course_id: id }))?.rows
    return createFileEntries(loaded ?? [], {
      courseId: id,
      classTitle: getTitle(knownClass),
      topFolder: t('topFolder'),
      text,
      navigate,
    })
  }

  const createAction = (id: string, label: string, run: () => void): Entry => ({
    id,
    group: 'actions',
    label,
    run,
  })
  const classActions = (knownClass: KnownClass): Entry[] => {
    const detail = getTitle(knownClass)
    const canSetHomework = data.canSetHomework && data.hasSubjects
    const newHomework = createAction('new-homework', t('newHomework'), () =>
      navigate(paths.newHomework(knownClass.id)),
    )
    return [
      ...(canSetHomework ? [{ ...newHomework, detail }] : []),
      ...(chooseFiles
        ? [{ ...createAction('upload', t('upload'), chooseFiles), detail, keepsOpen: true }]
        : []),
    ]
  }

  return [
    ...[...(currentClassId === undefined ? [] : railScreens), ...accountScreens].map(
      ({ id, title, getPath }) => ({
        id: `screen-${id}`,
        group: 'screens' as const,
        label: title,
        run: () => navigate(getPath(currentClassId ?? 0)),
      }),
    ),
    ...(currentClass ? classActions(currentClass) : []),
    ...(data.hasChats ? [createAction('new-chat', t('newChat'), () => navigate(paths.newChat()))] : []),
    ...data.classes.map(knownClass => ({
      id: `class-${knownClass.id}`,
      group: 'classes' as const,
      label: getTitle(knownClass),
      ...(knownClass.id === currentClassId && { detail: t('hereNow') }),
      run: () => navigate(paths.timetable(knownClass.id)),
    })),
    ...chatEntries(),
    ...data.classes.flatMap(getSubjectEntries),
    ...peopleEntries(),
    ...(['auto', 'light', 'dark'] as const).map(theme =>
      createAction(`theme-${theme}`, t('useTheme', { theme: shell(themes[theme]) }), () =>
        preferences.update({ theme }),
      ),
    ),
    ...Object.keys(languages)
      .filter(isLanguage)
      .map(language =>
        createAction(`language-${language}`, t('speak', { language: languages[language] }), () =>
          preferences.update({ language }),
        ),
      ),
    createAction('shortcuts', t('listShortcuts'), () => overlays.show('shortcuts')),
    createAction('sign-out', t('signOut'), () => overlays.show('signOut')),
    // Last, so that a year of homework leaves space for the other kinds in the list without text.
    ...homeworkEntries(),
    ...data.classes.flatMap(getFileEntries),
  ]
}
