import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { keyOf } from '../../api/cache/query.ts'
import { files } from '../../contract/files.ts'
import { lessons } from '../../contract/lessons.ts'
import { chatName, sortChats } from '../../features/chats/useChats.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { isLanguage, languages } from '../../lib/language.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useApp } from '../AppContext.tsx'
import { useOverlays } from '../shell/OverlaysContext.ts'
import { classTitle, type KnownClass } from '../shell/useClasses.ts'
import { useNavigationScreens } from '../useNavigationScreens.ts'
import { createFileEntries, type Entry, findSharedNames } from './rankEntries.ts'
import { useHomeworkEntries } from './useHomeworkEntries.ts'
import { usePeopleEntries } from './usePeopleEntries.ts'
import type { SearchData } from './useSearchData.ts'

const themes = { auto: 'system', light: 'light', dark: 'dark' } as const

type EntriesOptions = {
  currentClassId: number | undefined
  /** Files are listed only for some text. */
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
  const { timeZone } = useSchoolTime()
  const user = useCurrentUser()
  const railScreens = useNavigationScreens('rail')
  const accountScreens = useNavigationScreens('account')
  const isTeacher = railScreens.some(({ id }) => id === 'access')
  const getTitle = (knownClass: KnownClass) => classTitle(knownClass, shell).title
  const currentClass = data.classes.find(({ id }) => id === currentClassId)

  const chats = useMemo(() => sortChats(data.chats, timeZone), [data.chats, timeZone])

  const getSubjectEntries = (knownClass: KnownClass): Entry[] => {
    const course_id = knownClass.id
    const subjects =
      course_id === currentClassId
        ? data.subjects
        : (cache.getQueryData(keyOf(lessons.list, { course_id }))?.rows ?? [])
    return subjects.map(({ id, name, teacher, room }) => ({
      id: `subject-${course_id}-${id}`,
      group: 'subjects',
      label: name,
      detail: [getTitle(knownClass), teacher, room].filter(Boolean).join(' · '),
      run: () => navigate(paths.subject(course_id, id)),
    }))
  }

  const homeworkEntries = useHomeworkEntries(data.homework)
  const peopleEntries = usePeopleEntries(data)

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
    ...(isTeacher ? [createAction('cover-sheet', t('coverSheet'), () => navigate(paths.coverSheet()))] : []),
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
    ...peopleEntries,
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
    ...homeworkEntries,
    ...data.classes.flatMap(getFileEntries),
  ]
}
