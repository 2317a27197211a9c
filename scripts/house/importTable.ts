/**
 * Imports that a folder of `src/` may use (ARCHITECTURE.md). `api` passes schemas on and imports only zod's
 * types. All code uses `zod/mini`, because `zod` would add its methods to every first load
 * (docs/decisions/010). zustand stores state that outlives a component (docs/decisions/021).
 */
export type Room = {
  /** Folders, or files directly in `src/`. */
  rooms: readonly string[]
  /** A name, or a scope with `/*`. `node:` means all modules of Node. */
  packages: readonly string[]
  types?: readonly string[]
  /** Folders for types, and for code with `import()`. */
  lazyRooms?: readonly string[]
}

const react = ['react', 'react-dom', '@mantine/*', '@tabler/icons-react', 'use-intl', 'zustand']

/** Stored data and messages of other tabs are validated like responses. */
const storedData = ['zod/mini']

export const rooms: Record<string, Room> = {
  'screens.ts': { rooms: [], lazyRooms: ['i18n'], packages: [] },
  'paths.ts': { rooms: ['contract', 'lib', 'screens.ts'], packages: ['react-router'] },
  contract: { rooms: ['lib'], packages: ['zod/mini'] },
  lib: { rooms: [], packages: ['date-fns', '@date-fns/tz'] },
  api: { rooms: ['contract', 'lib'], packages: ['@tanstack/react-query', 'zustand'], types: ['zod/mini'] },
  session: {
    rooms: ['contract', 'lib', 'screens.ts'],
    packages: ['react', 'react-router', 'zustand', ...storedData],
  },
  outbox: {
    rooms: ['contract', 'lib', 'api'],
    packages: ['idb', 'react', '@tanstack/react-query', 'zustand', ...storedData],
  },
  i18n: { rooms: ['lib'], packages: react },
  ui: {
    rooms: ['lib', 'i18n', 'session'],
    packages: [...react, 'dayjs', 'dompurify', 'heic-to', 'pdfjs-dist', 'perfect-freehand', 'virtua'],
  },
  features: {
    rooms: ['contract', 'api', 'session', 'outbox', 'ui', 'i18n', 'lib', 'paths.ts'],
    packages: [
      ...[...react, 'react-router', '@tanstack/react-query', 'recharts'],
      ...['virtua', 'linkify-it', 'tlds', 'client-zip'],
      ...storedData,
    ],
  },
  app: {
    rooms: [
      ...['contract', 'lib', 'api', 'session', 'outbox', 'ui', 'i18n', 'features'],
      ...['paths.ts', 'screens.ts'],
    ],
    packages: [...react, 'react-router', '@tanstack/react-query'],
  },
  service: {
    rooms: ['contract', 'lib'],
    packages: ['hono', 'kysely', 'zod/mini', 'multipasta'],
  },
  school: { rooms: ['service', 'contract', 'lib'], packages: ['kysely'] },
  gateway: { rooms: ['contract', 'lib'], packages: ['hono', 'kysely'] },
  demo: {
    rooms: ['service', 'school', 'gateway', 'contract', 'lib'],
    packages: ['msw', '@sqlite.org/sqlite-wasm', 'kysely'],
  },
  server: {
    rooms: ['service', 'gateway', 'contract', 'lib'],
    lazyRooms: ['school'],
    packages: ['node:', 'kysely', 'pg', '@hono/node-server', '@aws-sdk/client-s3', 'pino', 'hono'],
  },
}

/** The entry loads `demo` only with `import()`, as a separate chunk. */
export const entry = {
  file: 'main.tsx',
  rooms: ['contract', 'lib', 'api', 'session', 'outbox', 'ui', 'i18n', 'features', 'app'],
  lazyRooms: ['demo'],
  packages: [...react, 'react-router', '@tanstack/react-query', '@tanstack/react-query-devtools'],
}

/** Its subfolders may not import each other, except for `sharedParts`. */
export const separated = 'features'
/** Folders of other features that a feature may import. */
export const sharedParts: Record<string, readonly string[]> = {
  // Phrases and points schemes say where they are stored.
  homework: ['features/settings/SettingPlaceText.tsx'],
  // Lessons show their due homework with the numbers of submissions.
  timetable: [
    'features/homework/due/',
    'features/homework/progress/',
    'features/homework/list/useWorkCounts.ts',
    'features/homework/list/OwnStatusLine.tsx',
    'features/homework/list/ownStatus.ts',
    'features/homework/pupils/',
    'features/homework/reminders/',
  ],
  // The day combines lessons, homework and unread messages. The cover sheet gives a colleague access.
  day: [
    'features/access/grants.ts',
    'features/access/people/',
    'features/homework/pupils/useOpenChatWith.ts',
    'features/timetable/lessonText.ts',
    'features/timetable/timetableLoader.ts',
    'features/timetable/useTimetable.ts',
    'features/timetable/weekModel.ts',
    'features/homework/due/dueLesson.ts',
    'features/homework/due/UndoMove.tsx',
    'features/homework/list/useWorkCounts.ts',
    'features/chats/sync/',
    'features/chats/useChats.ts',
  ],
  // The next lessons of a subject have the texts of the timetable.
  subjects: ['features/timetable/lessonText.ts'],
  // The form of a new chat chooses people as the access drawer does. A reminder opens the same chat as homework does.
  chats: [
    'features/access/people/',
    'features/homework/pupils/useOpenChatWith.ts',
    'features/homework/reminders/',
  ],
}

/** Only tests import this folder. It may import from every folder, but not in a cycle. */
export const harness = 'testing/'

/** The folder of a file, or the file itself if it is directly in `src/`. */
export const roomOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path)

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith(harness)

export const emptyNames = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'types', 'index']

export const maxFileLines = 300
/** Files that may be longer, with the reason. */
export const longFiles: Record<string, string> = {}
