import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { keyOf, query } from '../../api/cache/query.ts'
import { type Chat, chats } from '../../contract/chats.ts'
import { courses } from '../../contract/courses.ts'
import { files } from '../../contract/files.ts'
import { canCorrect, type Homework, homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { timeline } from '../../contract/timeline.ts'
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
import { peopleEntries } from './peopleEntries.ts'
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
  const { timeZone } = useSchoolTime()
  const person = usePerson()
  const classScreens = useClassScreens()
  const { day } = useFormat()
  const { list } = useClasses()
  const shown = useQuery({
    ...query(courses.members, { course_id: current ?? 0 }),
    enabled: current !== undefined,
  })
  const peopleOf = (course_id: number) =>
    (course_id === current ? shown.data : cache.getQueryData(keyOf(courses.members, { course_id })))?.rows ??
    []

  const subjectsOf = (course_id: number) => {
    const listed = cache.getQueryData(keyOf(lessons.list, { course_id }))?.rows ?? []
    const seen = cache
      .getQueriesData<{ rows: { lessons: { lessons: typeof listed | null }[] }[] }>({
        predicate: ({ queryKey: [resource, path, input] }) =>
          resource === 'timeline' && path === timeline.days.path && isOfClass(input, course_id),
      })
      .flatMap(([, answer]) => answer?.rows ?? [])
      .flatMap(day => day.lessons.flatMap(slot => slot.lessons ?? []))
    return [...new Map([...listed, ...seen].map(subject => [subject.id, subject])).values()]
  }

  const homeworkOf = (known: KnownClass) =>
    homeworkEntries(cache.getQueryData(keyOf(homework.list, { course_id: known.id }))?.rows ?? [], {
      inClass: classTitle(known, shell).title,
      dueDay: due => {
        const at = instantOf(due, timeZone)
        return at === undefined ? due : day(dayOf(at, timeZone))
      },
      go: navigate,
    })

  const filesOf = (known: KnownClass) =>
    fileEntries(cache.getQueryData(keyOf(files.list, { course_id: known.id }))?.rows ?? [], {
      courseId: known.id,
      inClass: classTitle(known, shell).title,
      topFolder: t('topFolder'),
      text,
      go: navigate,
    })

  const inClass = (known: KnownClass): Entry[] => [
    ...subjectsOf(known.id).map(subject => ({
      id: `subject-${known.id}-${subject.id}`,
      group: 'subjects' as const,
      label: subject.name,
      detail: [classTitle(known, shell).title, subject.teacher, subject.room].filter(Boolean).join(' · '),
      run: () => navigate(paths.subject(known.id, subject.id)),
    })),
    ...peopleEntries(peopleOf(known.id), {
      courseId: known.id,
      inClass: classTitle(known, shell).title,
      role: isTeacher => t(isTeacher ? 'teacher' : 'pupil'),
      leads: way => t(`leads.${way}`),
      person,
      chats: cache.getQueryData(keyOf(chats.list, {}))?.rows ?? [],
      go: navigate,
    }),
  ]

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
      label: classTitle(known, shell).title,
      ...(known.id === current && { detail: t('hereNow') }),
      run: () => navigate(paths.timetable(known.id)),
    })),
    ...chatEntries(cache.getQueryData(keyOf(chats.list, {}))?.rows ?? [], {
      timeZone,
      person,
      unnamed: id => t('chatNumber', { id: String(id) }),
      go: navigate,
    }),
    ...list.flatMap(inClass),
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

type Words = {
  timeZone: string
  person: { id: number; name?: string | undefined }
  unnamed: (chatId: number) => string
  go: (path: string) => void
}

/** The chats of the person that are loaded, who spoke last first. The people and messages in them are not searched. */
const chatEntries = (chats: readonly Chat[], { timeZone, person, unnamed, go }: Words): Entry[] =>
  inOrder(chats, timeZone).map(chat => ({
    id: `chat-${chat.id}`,
    group: 'chats',
    label: chatName(chat, person) || unnamed(chat.id),
    run: () => go(paths.chat(chat.id)),
  }))

type HomeworkWords = {
  /** The title of the class. */
  inClass: string
  /** Writes `until_datetime` as a day. */
  dueDay: (due: string) => string
  go: (path: string) => void
}

/** The homework of a class, what was set last first. It leads to the desk where the reader corrects it, else to the task. */
const homeworkEntries = (tasks: readonly Homework[], { inClass, dueDay, go }: HomeworkWords): Entry[] =>
  tasks
    .toSorted((a, b) => b.time - a.time)
    .map(task => ({
      id: `homework-${task.id}`,
      group: 'homework',
      label: task.text.trim().split('\n', 1)[0] ?? '',
      detail: [task.lesson?.name, inClass, dueDay(task.until_datetime)].filter(Boolean).join(' · '),
      run: () => {
        const desk = task.is_submissionable && canCorrect(task)
        go(desk ? paths.desk(task.course_id, task.id) : paths.task(task.course_id, task.id))
      },
    }))
