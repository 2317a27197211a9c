/**
 * What a room of `src/` may import: the table of ARCHITECTURE.md, with the packages each row means. Schemas of the wire
 * are made in `contract` alone; who hands them around (`api`) knows zod by its types. It is `zod/mini` everywhere: one
 * import of `zod` would bring its methods into everybody's first load (docs/decisions/010). What outlives a component is held
 * by zustand, in whichever room of the browser (docs/decisions/021).
 */
export type Room = {
  /** Rooms, or single files on the ground (`paths.ts`). */
  rooms: readonly string[]
  /** Packages from outside: a name, or a scope with `/*`. `node:` stands for all of Node's own. */
  packages: readonly string[]
  /** Packages of which only types may be imported. */
  types?: readonly string[]
  /** Rooms of which only types are imported, and the rest by `import()`: loaded when they are needed, or never. */
  lazyRooms?: readonly string[]
  /** Runs in Node and in a browser's worker: neither the page's globals nor Node's. */
  portable?: true
}

const react = ['react', 'react-dom', '@mantine/*', '@tabler/icons-react', 'use-intl', 'zustand']

/** What a browser kept and what another tab says is data from outside, checked like an answer. */
const keptData = ['zod/mini']

/** By room, the folder below `src/`. */
export const rooms: Record<string, Room> = {
  'paths.ts': { rooms: ['contract', 'lib'], packages: [] },
  contract: { rooms: ['lib'], packages: ['zod/mini'], portable: true },
  lib: { rooms: [], packages: ['date-fns', '@date-fns/tz'], portable: true },
  api: { rooms: ['contract', 'lib'], packages: ['@tanstack/react-query', 'zustand'], types: ['zod/mini'] },
  session: { rooms: ['contract', 'lib'], packages: ['zustand', ...keptData] },
  outbox: {
    rooms: ['contract', 'lib', 'api'],
    packages: ['idb', 'react', '@tanstack/react-query', 'zustand', ...keptData],
  },
  ui: { rooms: ['lib'], packages: [...react, 'dayjs', 'dompurify', 'pdfjs-dist', 'virtua'] },
  i18n: { rooms: ['lib', 'ui'], packages: react },
  features: {
    rooms: ['contract', 'api', 'session', 'outbox', 'ui', 'i18n', 'lib', 'paths.ts'],
    packages: [
      ...[...react, 'react-router', '@tanstack/react-query', 'recharts', 'ics'],
      ...['virtua', 'linkify-it', 'tlds', 'client-zip'],
      ...keptData,
    ],
  },
  app: {
    rooms: ['contract', 'lib', 'api', 'session', 'outbox', 'ui', 'i18n', 'features', 'paths.ts'],
    packages: [...react, 'react-router', '@tanstack/react-query'],
  },
  service: {
    rooms: ['contract', 'lib'],
    packages: ['hono', 'kysely', 'zod/mini', 'multipasta'],
    portable: true,
  },
  school: { rooms: ['service', 'contract', 'lib'], packages: ['kysely'], portable: true },
  gateway: { rooms: ['contract', 'lib'], packages: ['hono', 'kysely'], portable: true },
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

/** The browser entry wires everything; `demo` only by `import()`, so that it is a chunk of its own. */
export const entry = {
  file: 'main.tsx',
  rooms: ['contract', 'lib', 'api', 'session', 'outbox', 'ui', 'i18n', 'features', 'app'],
  lazyRooms: ['demo'],
  packages: [...react, 'react-router', '@tanstack/react-query', '@tanstack/react-query-devtools'],
}

/** A room whose folders are walled off from each other. */
export const separated = 'features'

/** Beside `*.test.ts(x)`: the folder of what only tests import. It may import from anywhere, but in no circle. */
export const harness = 'testing/'

/** The room of a file: its folder below `src/`, or the file itself if it is in none. */
export const roomOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path)

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith(harness)

/** Whether the file must not use the globals of a page or of Node. */
export const mustBePortable = (path: string) => rooms[roomOf(path)]?.portable === true && !isTest(path)

/** Names that say nothing about what is inside. */
export const emptyNames = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'types', 'index']

export const longestFile = 300
/** Files that may be longer, each with its reason. */
export const longFiles: Record<string, string> = {}

/** Globals of a page, and of Node: a portable room runs where they are missing. */
export const pageGlobals = [
  ...[
    'window',
    'document',
    'navigator',
    'location',
    'history',
    'localStorage',
    'sessionStorage',
    'indexedDB',
  ],
  ...['alert', 'confirm', 'prompt', 'DOMParser', 'XMLHttpRequest', 'HTMLElement', 'Element', 'Node', 'Image'],
  ...['requestAnimationFrame', 'matchMedia', 'getComputedStyle', 'customElements', 'MutationObserver'],
]
export const nodeGlobals = ['process', 'Buffer', 'global', 'require', 'module', '__dirname', '__filename']
