import { errors } from './de/errors.ts'
import { shell } from './de/shell.ts'
import type { Dictionary } from './Messages.ts'

export const de: Dictionary = {
  first: { errors, shell },
  later: {
    access: () => import('./de/access.ts'),
    calendar: () => import('./de/calendar.ts'),
    chats: () => import('./de/chats.ts'),
    classAccess: () => import('./de/classAccess.ts'),
    composer: () => import('./de/composer.ts'),
    correction: () => import('./de/correction.ts'),
    day: () => import('./de/day.ts'),
    demoSignIn: () => import('./de/demoSignIn.ts'),
    desk: () => import('./de/desk.ts'),
    drafts: () => import('./de/drafts.ts'),
    files: () => import('./de/files.ts'),
    homework: () => import('./de/homework.ts'),
    messages: () => import('./de/messages.ts'),
    newChat: () => import('./de/newChat.ts'),
    overview: () => import('./de/overview.ts'),
    ownHomework: () => import('./de/ownHomework.ts'),
    palette: () => import('./de/palette.ts'),
    people: () => import('./de/people.ts'),
    polls: () => import('./de/polls.ts'),
    preview: () => import('./de/preview.ts'),
    pupils: () => import('./de/pupils.ts'),
    shortcuts: () => import('./de/shortcuts.ts'),
    signIn: () => import('./de/signIn.ts'),
    subject: () => import('./de/subject.ts'),
    task: () => import('./de/task.ts'),
    timetable: () => import('./de/timetable.ts'),
    tokens: () => import('./de/tokens.ts'),
    unsent: () => import('./de/unsent.ts'),
    uploads: () => import('./de/uploads.ts'),
    viewer: () => import('./de/viewer.ts'),
  },
}
