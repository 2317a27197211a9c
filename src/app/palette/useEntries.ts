import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { keyOf, query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { courses } from '../../contract/courses.ts'
import { files } from '../../contract/files.ts'
import { canCorrect, homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { messages } from '../../contract/messages.ts'
import { permissions } from '../../contract/permissions.ts'
import { timeline } from '../../contract/timeline.ts'
import { directChats } from '../../features/chats/list/directChats.ts'
import { chatName, inOrder } from '../../features/chats/list/useChats.ts'
import { languages } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { dayOf, instantOf } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { usePerson } from '../../ui/Person.tsx'
import { useSchoolTime } from '../../ui/SchoolTime.tsx'
import { useApp } from '../AppContext.tsx'
import { useClassScreens } from '../goHome.ts'
import { useOverlays } from '../shell/Overlays.tsx'
import { classTitle, type KnownClass, useClasses } from '../shell/useClasses.ts'
import { type Entry, fileEntries } from './rank.ts'

const themes = { auto: 'system', light: 'light', dark: 'dark' } as const

/**
 * Everything the palette can lead to: what is loaded, and what can be done anywhere; of the many files only those that
 * `text` may mean. Asks the service only for the people of the class shown, whom no screen has loaded yet; without them
 * the rest is found all the same.
 */
export function useEntries(current: number | undefined, text: string): Entry[] {
  const t = useT('palette')
  const shell = useT('shell')
  const { preferences } = useApp()
  const overlays = useOverlays()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { timeZone, clock } = useSchoolTime()
  const person = usePerson()
  const classScreens = useClassScreens()
  const { dayNear } = useFormat()
  const { list } = useClasses()
  const titleOf = (known: KnownClass) => classTitle(known, shell).title
  const shown = useQuery({
    ...query(courses.members, { course_id: current ?? 0 }),
    enabled: current !== undefined,
  })
  const peopleOf = (course_id: number) =>
    (course_id === current ? shown.data : cache.getQueryData(keyOf(courses.members, { course_id })))?.rows ??
    []

  const loadedChats = inOrder(cache.getQueryData(keyOf(chats.list, {}))?.rows ?? [], timeZone)
  const { byPerson, unknownNames } = directChats(
    loadedChats.map(chat => ({
      chat,
      name: chatName(chat, person),
      grants: cache.getQueryData(keyOf(permissions.list, { chat_id: chat.id }))?.rows,
      messages: cache.getQueryData(keyOf(messages.list, { chat_id: chat.id }))?.rows,
    })),
    person.id,
  )

  const subjectsOf = (known: KnownClass): Entry[] => {
    const course_id = known.id
    const listed = cache.getQueryData(keyOf(lessons.list, { course_id }))?.rows ?? []
    const seen = cache
      .getQueriesData<{ rows: { lessons: { lessons: typeof listed | null }[] }[] }>({
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

  /**
   * Each leads to the chat one has with them; without one, teachers come to what of the class that person may see, and
   * pupils, who have no such screen, to a new chat.
   */
  const othersOf = (known: KnownClass): Entry[] => {
    const members = peopleOf(known.id)
    const teaches = members.some(({ id, is_teacher }) => id === person.id && is_teacher === true)
    const leadsTo = (id: number, name: string) => {
      const chatId = byPerson.get(id)
      if (chatId !== undefined) return { way: 'chat', to: paths.chat(chatId) } as const
      if (teaches) return { way: 'access', to: paths.accessMatrix(known.id, { find: name }) } as const
      return { way: 'newChat', to: paths.newChat({ person: name }) } as const
    }
    return members
      .filter(({ id }) => id !== person.id)
      .map(({ id, name, is_teacher }) => {
        const { way, to } = leadsTo(id, name)
        // What somebody is in a class is not told everywhere.
        const role = is_teacher === undefined ? '' : t(is_teacher ? 'teacher' : 'pupil')
        // Two people may have the same name, so a chat of that name may be with the other one.
        const unclear = way !== 'chat' && unknownNames.has(name) ? t('sameName') : ''
        return {
          id: `person-${known.id}-${id}`,
          group: 'people',
          label: name,
          detail: [role, titleOf(known), unclear].filter(Boolean).join(' · '),
          leads: t(`leads.${way}`),
          run: () => navigate(to),
        }
      })
  }

  const dueDay = (due: string) => {
    const at = instantOf(due, timeZone)
    return at === undefined ? due : dayNear(dayOf(at, timeZone), dayOf(clock(), timeZone))
  }
  /** What was set last first. It leads to the desk where the reader corrects it, else to the task. */
  const homeworkOf = (known: KnownClass): Entry[] =>
    (cache.getQueryData(keyOf(homework.list, { course_id: known.id }))?.rows ?? [])
      .toSorted((a, b) => b.time - a.time)
      .map(task => ({
        id: `homework-${task.id}`,
        group: 'homework',
        label: task.text.trim().split('\n', 1)[0] ?? '',
        detail: [task.lesson?.name, titleOf(known), dueDay(task.until_datetime)].filter(Boolean).join(' · '),
        run: () => {
          const isForDesk = task.is_submissionable && canCorrect(task)
          navigate((isForDesk ? paths.desk : paths.task)(task.course_id, task.id))
        },
      }))

  const filesOf = (known: KnownClass) =>
    fileEntries(cache.getQueryData(keyOf(files.list, { course_id: known.id }))?.rows ?? [], {
      courseId: known.id,
      inClass: titleOf(known),
      topFolder: t('topFolder'),
      text,
      go: navigate,
    })

  return [
    ...(current === undefined ? [] : classScreens).map(screen => ({
      id: `screen-${screen.name}`,
      group: 'screens' as const,
      label: shell(screen.name),
      run: () => current !== undefined && navigate(screen.path(current)),
    })),
    {
      id: 'screen-tokens',
      group: 'screens',
      label: shell('tokens'),
      run: () => navigate(paths.tokens()),
    },
    ...list.map(known => ({
      id: `class-${known.id}`,
      group: 'classes' as const,
      label: titleOf(known),
      ...(known.id === current && { detail: t('hereNow') }),
      run: () => navigate(paths.timetable(known.id)),
    })),
    // The people and messages in them are not searched.
    ...loadedChats.map(chat => ({
      id: `chat-${chat.id}`,
      group: 'chats' as const,
      label: chatName(chat, person) || t('chatNumber', { id: String(chat.id) }),
      run: () => navigate(paths.chat(chat.id)),
    })),
    ...list.flatMap(known => [...subjectsOf(known), ...othersOf(known)]),
    ...(['auto', 'light', 'dark'] as const).map(theme => ({
      id: `theme-${theme}`,
      group: 'actions' as const,
      label: t('useTheme', { theme: shell(themes[theme]) }),
      run: () => preferences.change({ theme }),
    })),
    ...(['en', 'de'] as const).map(language => ({
      id: `language-${language}`,
      group: 'actions' as const,
      label: t('speak', { language: languages[language] }),
      run: () => preferences.change({ language }),
    })),
    {
      id: 'shortcuts',
      group: 'actions',
      label: t('listShortcuts'),
      run: () => overlays.show('shortcuts'),
    },
    { id: 'sign-out', group: 'actions', label: t('signOut'), run: () => overlays.show('signOut') },
    // Last, so that a year of it pushes nothing else out of a list nobody has typed for.
    ...list.flatMap(homeworkOf),
    ...list.flatMap(filesOf),
  ]
}

const isOfClass = (input: unknown, course_id: number) =>
  typeof input === 'object' && input !== null && 'course_id' in input && input.course_id === course_id
