import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, it } from 'vitest'

const react = ['react', 'react-dom', '@mantine', '@tabler/icons-react', 'use-intl', 'zustand']

/**
 * Packages that a folder may import, besides the folders in the table of ARCHITECTURE.md. All code uses
 * `zod/mini` instead of `zod` (docs/decisions/010).
 */
const allowedPackages: Record<string, string[]> = {
  'main.tsx': [...react, 'react-router', '@tanstack/react-query', '@tanstack/react-query-devtools'],
  'paths.ts': ['react-router'],
  contract: ['zod/mini'],
  lib: ['date-fns', '@date-fns/tz'],
  api: ['@tanstack/react-query', 'react', 'zod/mini', 'zustand'],
  session: ['react', 'react-router', 'zod/mini', 'zustand'],
  delivery: ['@tanstack/react-query', 'idb', 'react', 'zod/mini', 'zustand'],
  i18n: react,
  ui: [
    ...[...react, 'dayjs', 'dompurify', 'heic-to', 'linkify-it'],
    ...['pdfjs-dist', 'perfect-freehand', 'tlds', 'virtua'],
  ],
  features: [...[...react, 'react-router', '@tanstack/react-query', 'zod/mini'], ...['client-zip', 'virtua']],
  app: [...react, 'react-router', '@tanstack/react-query', 'zod/mini'],
  http: ['kysely'],
  service: ['hono', 'kysely', 'multipasta', 'zod/mini'],
  school: ['kysely'],
  gateway: ['hono', 'kysely'],
  demo: ['@sqlite.org/sqlite-wasm', 'kysely', 'msw'],
  server: [
    'node:',
    'aws4fetch',
    'ipaddr.js',
    'zod/mini',
    '@hono/node-server',
    'hono',
    'kysely',
    'pg',
    'pino',
  ],
}

/** Reads the last column of the table in ARCHITECTURE.md. */
function readAllowedFolders(): Record<string, string[]> {
  const document = readFileSync(join(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8')
  const rows = [...document.matchAll(/^\| `([\w.]+)` \| .* \| (.*) \|$/gm)]
  const table = Object.fromEntries(rows.map(([, folder = '', list = '']) => [folder, list.split(/[,;] /)]))
  // The entry loads the demo as a separate chunk.
  return { 'main.tsx': ['app', 'import() of demo', ...(table.app ?? [])], ...table }
}

const allowedFolders = readAllowedFolders()

/** Parts of other features that a feature may import. All features import `unsent/`. */
const sharedParts: Record<string, string[]> = {
  // Lessons show their due homework with the numbers of submissions.
  timetable: [
    'homework/due/',
    'homework/list/',
    'homework/progress/',
    'homework/pupils/',
    'homework/reminders/',
  ],
  // My day combines lessons, homework and unread messages. The cover sheet gives a colleague access.
  day: [
    'access/grants.ts',
    'access/people/',
    'chats/sync/',
    'chats/useChats.ts',
    'homework/due/',
    'homework/list/useWorkCounts.ts',
    'homework/pupils/useOpenChatWith.ts',
    'timetable/lessonText.ts',
    'timetable/timetableAddress.ts',
    'timetable/useFocusReturnedLesson.ts',
    'timetable/useTimetable.ts',
    'timetable/weekModel.ts',
  ],
  // The next lessons of a subject have the texts of the timetable.
  subjects: ['timetable/lessonText.ts'],
  // The form of a new chat chooses people like the access drawer. A reminder opens the same chat as homework.
  chats: ['access/people/', 'homework/pupils/useOpenChatWith.ts', 'homework/reminders/'],
}

/** `from` and `to` are paths relative to `src/`, or `to` is a package. */
type Import = { from: string; to: string; kind: 'static' | 'type' | 'import()' }

const importPattern =
  /^(?:import|export) (?<type>type )?(?:[\w$\s{},*]+ from )?'(?<name>[^']+)'|\bimport\(\s*['`]?(?<later>[^'`)]+)/gm

/** Reads the imports of a file. The name in `import(name)` counts as a package, and is refused. */
function readImports(from: string, text: string): Import[] {
  return [...text.matchAll(importPattern)].map(({ groups = {} }) => {
    const specifier = (groups.name ?? groups.later ?? '').replace(/\?\w+$/, '')
    const to = specifier.startsWith('.') ? join(dirname(from), specifier) : specifier
    return { from, to, kind: groups.type ? 'type' : groups.name ? 'static' : 'import()' }
  })
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('testing/')

/** Returns the path of a file without its name, as `lib/a/`. It is empty for files directly in `src/`. */
const getFolder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

function isAllowed({ from, to, kind }: Import): boolean {
  if (isTest(from)) return true
  if (isTest(to)) return false
  const [folder = '', feature = ''] = from.split('/')
  const [target = ''] = to.split('/')
  if (folder === target) {
    const parts = [`${feature}/`, 'unsent/', ...(sharedParts[feature] ?? [])]
    return folder !== 'features' || parts.some(part => to.startsWith(`features/${part}`))
  }
  const folders = allowedFolders[folder] ?? []
  const packages = allowedPackages[folder] ?? []
  return (
    folders.includes(target) ||
    (kind !== 'static' && folders.some(each => each.endsWith(` of ${target}`))) ||
    packages.some(each => to === each || to.startsWith(each.endsWith(':') ? each : `${each}/`))
  )
}

/** Returns cycles of the graph. The first node of a cycle is also its last. */
function findCycles(edges: { from: string; to: string }[]): string[] {
  const graph = Map.groupBy(edges, edge => edge.from)
  const cycles: string[] = []
  const visited = new Set<string>()
  const visit = (node: string, path: string[]) => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' -> '))
    if (visited.has(node)) return
    visited.add(node)
    for (const { to } of graph.get(node) ?? []) visit(to, [...path, node])
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

/** Returns forbidden imports and cycles. `files` has the text of each file. */
function findViolations(files: Record<string, string>): string[] {
  const imports = Object.entries(files).flatMap(([path, text]) => readImports(path, text))
  const forbidden = imports.filter(each => !isAllowed(each)).map(({ from, to }) => `${from} imports ${to}`)
  const edges = imports.filter(({ to, kind }) => to in files && kind !== 'import()')
  const folderEdges = edges
    .filter(({ from }) => !isTest(from))
    .map(({ from, to }) => ({ from: getFolder(from), to: getFolder(to) }))
    // A folder and its own subfolders may import each other.
    .filter(({ from, to }) => !from.startsWith(to) && !to.startsWith(from))
  return [...forbidden, ...findCycles(edges), ...findCycles(folderEdges)]
}

it('no file breaks the rules for imports', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).map(path => {
    return [path.replaceAll('\\', '/'), readFileSync(join(import.meta.dirname, path), 'utf8')]
  })
  expect(files.length).toBeGreaterThan(500)
  const advice = 'move the code, or change a table: here or in ARCHITECTURE.md'
  expect(findViolations(Object.fromEntries(files)), advice).toEqual([])
})

it.each([
  ['lib/a.ts', "import { b } from '../contract/b.ts'"],
  ['lib/a.ts', "import type { B } from '../contract/b.ts'"],
  ['lib/a.ts', "const b = () => import('../contract/b.ts')"],
  ['lib/a.ts', 'const b = (name: string) => import(name)'],
  ['lib/a.ts', "import { b } from 'react'"],
  ['contract/a.ts', "import { z } from 'zod'"],
  ['main.tsx', "import { b } from './demo/b.ts'"],
  ['features/chats/a.ts', "import { b } from '../files/b.ts'"],
  ['app/a.ts', "import { b } from '../testing/b.ts'"],
  ['app/a.ts', "import { b } from './b.test.ts'"],
])('%s may not contain: %s', (path, text) => {
  expect(findViolations({ [path]: text })).toHaveLength(1)
})

it('refuses cycles of files and of folders', () => {
  const files = { 'lib/a.ts': "import './b.ts'", 'lib/b.ts': "import type { A } from './a.ts'" }
  expect(findViolations(files)).toEqual(['lib/a.ts -> lib/b.ts -> lib/a.ts'])
  const folders = { 'lib/a/x.ts': "import '../b/y.ts'", 'lib/b/y.ts': '', 'lib/b/z.ts': "import '../a/x.ts'" }
  expect(findViolations(folders)).toEqual(['lib/a/ -> lib/b/ -> lib/a/'])
})
