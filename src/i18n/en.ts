import { errors } from './en/errors.ts'
import { shell } from './en/shell.ts'

/** English defines the keys. */
export const en = {
  first: { errors, shell },
  later: {
    access: () => import('./en/access.ts'),
    calendar: () => import('./en/calendar.ts'),
    chats: () => import('./en/chats.ts'),
    classAccess: () => import('./en/classAccess.ts'),
    composer: () => import('./en/composer.ts'),
    correction: () => import('./en/correction.ts'),
    day: () => import('./en/day.ts'),
    demoSignIn: () => import('./en/demoSignIn.ts'),
    desk: () => import('./en/desk.ts'),
    drafts: () => import('./en/drafts.ts'),
    files: () => import('./en/files.ts'),
    homework: () => import('./en/homework.ts'),
    messages: () => import('./en/messages.ts'),
    newChat: () => import('./en/newChat.ts'),
    overview: () => import('./en/overview.ts'),
    ownHomework: () => import('./en/ownHomework.ts'),
    palette: () => import('./en/palette.ts'),
    people: () => import('./en/people.ts'),
    polls: () => import('./en/polls.ts'),
    preview: () => import('./en/preview.ts'),
    pupils: () => import('./en/pupils.ts'),
    shortcuts: () => import('./en/shortcuts.ts'),
    signIn: () => import('./en/signIn.ts'),
    subject: () => import('./en/subject.ts'),
    task: () => import('./en/task.ts'),
    timetable: () => import('./en/timetable.ts'),
    tokens: () => import('./en/tokens.ts'),
    unsent: () => import('./en/unsent.ts'),
    uploads: () => import('./en/uploads.ts'),
    viewer: () => import('./en/viewer.ts'),
  },
} as const
