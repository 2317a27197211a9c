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
import { timeline } from '../../contract/timeline.ts'
import { directChats } from '../../features/chats/list/directChats.ts'
import { chatName, inOrder } from '../../features/chats/useChats.ts'
import { languages } from '../../i18n/language.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { byFamilyName } from '../../lib/familyName.ts'
import { dayOf, instantOf } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { harmlessName } from '../../ui/harmlessName.ts'
import { useApp } from '../AppContext.tsx'
import { useOverlays } from '../shell/Overlays.tsx'
import { classTitle, type KnownClass } from '../shell/useClasses.ts'
import { useNavigationScreens } from '../useNavigationScreens.ts'
import { findWork, type MarkableHomework, sharedNames } from './personEntries.ts'
import { type Entry, fileEntries } from './rank.ts'
import type { SearchData } from './useSearchData.ts'

const themes = { auto: 'system', light: 'light', dark: 'dark' } as const

type EntriesOptions = {
  current: number | undefined
  /** Text that is searched. Files, and the work and the access of people, are listed only for some text. */
  text: string
  data: SearchData
  /** Opens the browser's file picker. Missing if the user may not upload. */
  chooseFiles: (() => void) | undefined
}

/** Returns everything the palette can lead to, before it is ranked. */
export function useEntries({ current, text, data, chooseFiles }: EntriesOptions): Entry[] {
  const t = useT('palette')
  const shell = useT('shell')
  const { preferences } = useApp()
  const overlays = useOverlays()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { timeZone, clock } = useSchoolTime()
  const person = useCurrentUser()
  const railScreens = useNavigationScreens('rail')
  const accountScreens = useNavigationScreens('account')
  const { dayNear } = useFormat()
  const today = dayOf(clock(), timeZone)
  const byName = byFamilyName(useLocale())
  const hasText = text.trim() !== ''
  const titleOf = (known: KnownClass) => classTitle(known, shell).title
  const currentClass = data.classes.find(({ id }) => id === current)

  const chats = inOrder(data.chats, timeZone)
  const { byPerson, unknownNames } = directChats(
    chats.map(chat => ({
      chat,
      name: chatName(chat, person),
      grants: cache.getQueryData(keyOf(permissions.list, { chat_id: chat.id }))?.rows,
      messages: cache.getQueryData(keyOf(messages.list, { chat_id: chat.id }))?.rows,
    })),
    person.id,
  )

  const subjectsOf = (known: KnownClass): Entry[] => {
    const course_id = known.id
    const listed: readonly Lesson[] =
      course_id === current
        ? data.subjects
        : (cache.getQueryData(keyOf(lessons.list, { course_id }))?.rows ?? [])
    const seen = cache
      .getQueriesData<{ rows: { lessons: { lessons: Lesson[] | null }[] }[] }>({
        predicate: ({ queryKey: [resource, path, input] }) =>
          resource === 'timeline' && path === timeline.days.path && isOfClass(input, course_id),
      })
      .flatMap(([, answer]) => answer?.rows ?? [])
      .flatMap(day => day.lessons.flatMap(slot => slot.lessons ?? []))
    const subjects = new Map([...listed, ...seen].map(subject => [subject.id, subject]))
    return [...subjects.values()].map(({ id, name, teacher, room }) => ({
      id: `subject-${course_id}-${id}`,
      group: 'subjects',
      label: name,
      detail: [titleOf(known), teacher, room].filter(Boolean).join(' · '),
      run: () => navigate(paths.subject(course_id, id)),
    }))
  }

  const dueOf = (until: string) => {
    const at = instantOf(until, timeZone)
    return at === undefined ? undefined : dayOf(at, timeZone)
  }
  const dueText = (until: string) => {
    const day = dueOf(until)
    return day === undefined ? until : dayNear(day, today)
  }
  const firstLine = (task: string) => task.trim().split('\n', 1)[0] ?? ''

  // Members of other classes are searched as far as screens have loaded them.
  const membersOf = (known: KnownClass) =>
    (known.id === current
      ? data.members
      : (cache.getQueryData(keyOf(courses.members, { course_id: known.id }))?.rows ?? [])
    )
      .filter(({ id }) => id !== person.id)
      .map(member => ({ ...member, name: harmlessName(member.name).trim() }))
      .sort((a, b) => byName(a, b) || a.id - b.id)
  const shared = sharedNames(data.classes.flatMap(membersOf))
  /** Returns the person number for people who share a name. */
  const numberOf = ({ id, name }: Member) => (shared.has(name) ? t('personNumber', { id: String(id) }) : '')
  const roleOf = ({ is_teacher }: Member) =>
    is_teacher === undefined ? '' : t(is_teacher ? 'teacher' : 'pupil')
  const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ')

  /** Leads to the direct chat with the person, or to the form for a new one. */
  const messageTo = (member: Member, known: KnownClass): Entry => {
    const { id, name } = member
    const chatId = byPerson.get(id)
    // A direct chat of that name may be with another person of the same name.
    const unclear = chatId === undefined && unknownNames.has(name) ? t('sameName') : ''
    return {
      id: `message-${id}`,
      group: 'people',
      label: t('message', { name }),
      detail: joined(roleOf(member), titleOf(known), numberOf(member), unclear),
      leads: t(chatId === undefined ? 'leads.newChat' : 'leads.chat'),
      run: () => {
        const toNew = paths.newChat({ person: name, user: String(id) })
        void navigate(chatId === undefined ? toNew : paths.chat(chatId))
      },
    }
  }
  const markableIn = (known: KnownClass): MarkableHomework[] =>
    data.homework
      .flatMap(({ known: { id }, task }) => {
        const due = dueOf(task.until_datetime)
        if (id !== known.id || due === undefined || !task.is_submissionable || !canCorrect(task)) return []
        const rows = cache.getQueryData(keyOf(submissions.list, { todo_id: task.id }))?.rows
        const byPupil = rows && new Map(rows.map(({ user, submission }) => [user.id, submission]))
        return [{ task, due, submissions: byPupil }]
      })
      .sort((a, b) => a.due.localeCompare(b.due))
  /** Leads to the desk, at the pupil. Empty for teachers, and if the user marks no homework of the class. */
  const workOf = (member: Member, known: KnownClass, markable: readonly MarkableHomework[]): Entry[] => {
    const found = member.is_teacher === false ? findWork(member.id, markable, today) : undefined
    if (!found) return []
    const { task } = found
    return [
      {
        id: `work-${known.id}-${member.id}`,
        group: 'people',
        label: t('work', { name: member.name }),
        detail: joined(titleOf(known), numberOf(member)),
        note: joined(firstLine(task.text), dueText(task.until_datetime)),
        leads: t('leads.work'),
        run: () => navigate(paths.desk(task.course_id, task.id, member.id)),
      },
    ]
  }
  const accessOf = (member: Member, known: KnownClass): Entry[] => {
    if (!railScreens.some(({ id }) => id === 'access')) return []
    return [
      {
        id: `access-${known.id}-${member.id}`,
        group: 'people',
        label: t('access', { name: member.name }),
        detail: joined(titleOf(known), numberOf(member)),
        leads: t('leads.access'),
        run: () => navigate(paths.access(known.id, { person: `user.${member.id}` })),
      },
    ]
  }
  const peopleEntries = (): Entry[] => {
    // A person of two classes gets one message entry.
    const messaged = new Set<number>()
    return data.classes.flatMap(known => {
      const markable = hasText ? markableIn(known) : []
      return membersOf(known).flatMap(member => {
        const isNew = !messaged.has(member.id)
        messaged.add(member.id)
        return [
          ...(isNew && data.hasChats ? [messageTo(member, known)] : []),
          ...(hasText ? [...workOf(member, known, markable), ...accessOf(member, known)] : []),
        ]
      })
    })
  }

  const chatEntries = (): Entry[] => {
    const named = chats.map(chat => ({
      id: chat.id,
      name: chatName(chat, person) || t('chatNumber', { id: String(chat.id) }),
    }))
    const sharedByChats = sharedNames(named)
    return named.map(({ id, name }) => ({
      id: `chat-${id}`,
      group: 'chats',
      label: name,
      ...(sharedByChats.has(name) && { detail: t('chatNumber', { id: String(id) }) }),
      run: () => navigate(paths.chat(id)),
    }))
  }

  /** Newest first. Leads to the desk if the user marks it, otherwise to the task. */
  const homeworkEntries = (): Entry[] =>
    data.homework
      .toSorted((a, b) => b.task.time - a.task.time)
      .map(({ known, task }) => ({
        id: `homework-${task.id}`,
        group: 'homework',
        label: firstLine(task.text),
        detail: joined(task.lesson?.name ?? '', titleOf(known), dueText(task.until_datetime)),
        run: () => {
          const isForDesk = task.is_submissionable && canCorrect(task)
          navigate((isForDesk ? paths.desk : paths.task)(task.course_id, task.id))
        },
      }))

  // Files of other classes are searched as far as screens have loaded them.
  const filesOf = (known: KnownClass) => {
    const { id } = known
    const loaded =
      id === current ? data.files : cache.getQueryData(keyOf(files.list, { course_id: id }))?.rows
    return fileEntries(loaded ?? [], {
      courseId: id,
      inClass: titleOf(known),
      topFolder: t('topFolder'),
      text,
      go: navigate,
    })
  }

  const action = (id: string, label: string, run: () => void): Entry => ({ id, group: 'actions', label, run })
  /** Actions that the user may perform in the class on screen. */
  const classActions = (known: KnownClass): Entry[] => {
    const detail = titleOf(known)
    const maySet = data.maySetHomework && data.hasSubjects
    const newHomework = action('new-homework', t('newHomework'), () => navigate(paths.newHomework(known.id)))
    return [
      ...(maySet ? [{ ...newHomework, detail }] : []),
      ...(chooseFiles ? [{ ...action('upload', t('upload'), chooseFiles), detail, staysOpen: true }] : []),
    ]
  }

  return [
    ...[...(current === undefined ? [] : railScreens), ...accountScreens].map(({ id, title, pathIn }) => ({
      id: `screen-${id}`,
      group: 'screens' as const,
      label: title,
      run: () => navigate(pathIn(current ?? 0)),
    })),
    ...(currentClass ? classActions(currentClass) : []),
    ...(data.hasChats ? [action('new-chat', t('newChat'), () => navigate(paths.newChat()))] : []),
    ...data.classes.map(known => ({
      id: `class-${known.id}`,
      group: 'classes' as const,
      label: titleOf(known),
      ...(known.id === current && { detail: t('hereNow') }),
      run: () => navigate(paths.timetable(known.id)),
    })),
    ...chatEntries(),
    ...data.classes.flatMap(subjectsOf),
    ...peopleEntries(),
    ...(['auto', 'light', 'dark'] as const).map(theme =>
      action(`theme-${theme}`, t('useTheme', { theme: shell(themes[theme]) }), () =>
        preferences.change({ theme }),
      ),
    ),
    ...(['en', 'de'] as const).map(language =>
      action(`language-${language}`, t('speak', { language: languages[language] }), () =>
        preferences.change({ language }),
      ),
    ),
    action('shortcuts', t('listShortcuts'), () => overlays.show('shortcuts')),
    action('sign-out', t('signOut'), () => overlays.show('signOut')),
    // A year of homework comes last, so that it leaves room for the other kinds in the list without text.
    ...homeworkEntries(),
    ...data.classes.flatMap(filesOf),
  ]
}

const isOfClass = (input: unknown, course_id: number) =>
  typeof input === 'object' && input !== null && 'course_id' in input && input.course_id === course_id
