import { withTexts } from '../i18n/texts.ts'
import {
  loadAccessPlace,
  loadPalette,
  loadSessionEnded,
  loadShortcutList,
  loadSignOut,
  loadUnsentList,
} from './lateParts.ts'

/**
 * Fetches what a person may need next while there still is a network: without one, the menus must open, an error must
 * find its words, and signing out must lead somewhere. To be called once the first screen stands.
 */
export const fetchAhead = (): Promise<unknown> =>
  Promise.allSettled([
    import('./ErrorScreen.tsx'),
    import('./shell/MeMenu.tsx'),
    import('./shell/ClassMenu.tsx'),
    loadPalette(),
    loadAccessPlace(),
    loadShortcutList(),
    loadSessionEnded(),
    loadSignOut(),
    loadUnsentList(),
    import('./signIn/SignInScreen.tsx'),
    import('../features/timetable/DayTimeline.tsx'),
    withTexts(() => import('../features/homework/HomeworkScreen.tsx'), 'homework'),
    withTexts(() => import('../features/files/FilesScreen.tsx'), 'files', 'uploads', 'preview', 'viewer'),
    withTexts(
      () => import('../features/chats/ChatsScreen.tsx'),
      'chats',
      'talk',
      'composer',
      'polls',
      'viewer',
    ),
  ])
