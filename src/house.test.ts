import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bareEffectBodies } from '../scripts/house/effectBodies.ts'
import { housePaths, readHouse, readText } from '../scripts/house/readHouse.ts'
import { readSource } from '../scripts/house/readSource.ts'
import { violations } from '../scripts/house/rules.ts'

/** Returns the violations in these files. */
const findViolations = (files: Record<string, string>) =>
  violations(Object.entries(files).map(([path, text]) => readSource(path, text)))

describe('the source files', () => {
  it('keep the rules', () => {
    expect(violations(readHouse())).toEqual([])
  })

  it('are all read', () => {
    expect(housePaths).toEqual(
      expect.arrayContaining(['house.test.ts', 'contract/wire.ts', 'service/db/schema.ts']),
    )
    expect(violations([])).toEqual(['no file was read: the check itself is broken'])
  })
})

it('no file of the page uses crypto.randomUUID, which browsers lack without HTTPS', () => {
  const pages = /^(?:api|app|features|lib|outbox|session|ui)\//
  const found = housePaths
    .filter(path => pages.test(path) && !/\.test\.tsx?$/.test(path))
    .filter(path => /crypto\.randomUUID\(/.test(readText(path)))
  expect(found).toEqual([])
})

it('no file in service/policy writes to the database, locks rows or uses raw SQL', () => {
  const writes =
    /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto|forUpdate|forShare|sql)\b\s*[(`.<]/
  const found = housePaths
    .filter(path => path.startsWith('service/policy/') && !/\.test\.ts$/.test(path))
    .filter(path => writes.test(readText(path)))
  expect(found).toEqual([])
})

describe('the import table', () => {
  it.each([
    ["import { a } from '../service/a.ts'", 'service/a.ts'],
    ["import type { A } from '../service/a.ts'", 'service/a.ts'],
    ["import '../service/a.ts'", 'service/a.ts'],
    ["export { a } from '../service/a.ts'", 'service/a.ts'],
    ["export * from '../service/a.ts'", 'service/a.ts'],
    ["export const a = () => import('../service/a.ts')", 'service/a.ts'],
    ['export const a = () => import(`../service/a.ts`)', 'service/a.ts'],
    ["export type A = import('../service/a.ts').A", 'service/a.ts'],
    ["export const a = new URL('../service/a.ts', import.meta.url)", 'service/a.ts'],
    ["import a from '../service/a.ts?worker'", 'service/a.ts'],
    ["import { z } from 'msw'", 'msw'],
    ["import { z } from 'zod/mini'", 'zod/mini'],
    ["import type { z } from 'zod'", 'zod'],
    ["import { z } from 'node:fs'", 'node:fs'],
  ])('refuses %s', (text, imported) => {
    expect(findViolations({ 'api/x.ts': text })).toEqual([`api/x.ts imports ${imported}, which api may not`])
  })

  it.each(['import(name)', 'import.meta.glob("./*.ts")', 'require("./a.ts")'])(
    'refuses a hidden import: %s',
    expression => {
      expect(findViolations({ 'api/x.ts': `export const a = (name: string) => ${expression}` })).toHaveLength(
        1,
      )
    },
  )

  it.each<[string, string]>([
    ['contract/x.ts', "import { z } from 'zod/mini'\nimport { a } from '../lib/a.ts'"],
    ['ui/X.tsx', "import { Button } from '@mantine/core'\nimport './X.css'"],
    ['features/a/X.tsx', "import { paths } from '../../paths.ts'\nimport { y } from './y.ts'"],
    ['api/x.ts', "import type { z } from 'zod/mini'"],
    ['main.tsx', "import { a } from './app/a.ts'\nawait import('./demo/start.ts')"],
    ['server/x.ts', "import { a } from 'node:fs'\nimport { b } from '../gateway/b.ts'"],
    ['server/x.ts', "import type { A } from '../school/a.ts'\nconst { b } = await import('../school/b.ts')"],
    ['api/x.test.ts', "import { a } from '../server/sqlite.ts'\nimport { b } from 'vitest'"],
    ['testing/renderApp.tsx', "import { a } from '../service/app.ts'"],
  ])('allows the imports of %s', (path, text) => {
    expect(findViolations({ [path]: text })).toEqual([])
  })

  it.each<[string, string]>([
    ['features/a/X.tsx', "import { y } from '../b/y.ts'"],
    ['features/a/X.tsx', "import { y } from '../../app/routes.tsx'"],
    ['app/x.ts', "import { y } from '../demo/y.ts'"],
    ['main.tsx', "import { y } from './demo/y.ts'"],
    ['main.tsx', "const y = import('./service/y.ts')"],
    ['contract/x.ts', "import { z } from 'zod'"],
    ['lib/x.ts', "import { y } from '../contract/y.ts'"],
    ['lib/x.ts', "import { y } from 'date-fns-like'"],
    ['lib/x.ts', "import { y } from '../../e2e/y.ts'"],
    ['service/x.ts', "import { y } from 'node:crypto'"],
    ['gateway/x.ts', "import { y } from '../service/y.ts'"],
    ['app/x.ts', "import { y } from '../testing/renderApp.tsx'"],
    ['app/x.ts', "import { y } from './y.test.ts'"],
    ['server/x.ts', "import { y } from '../school/y.ts'"],
    ['attic/x.ts', "import { y } from '../lib/y.ts'"],
    ['ui/X.tsx', "import '@mantine/core/styles/Button.layer.css'"],
    ['ui/X.tsx', "import '@mantine/dates/styles.layer.css'"],
  ])('refuses in %s: %s', (path, text) => {
    expect(findViolations({ [path]: text })).toHaveLength(1)
  })
})

it('Biome refuses globals of the page and of Node in folders that also run in a worker', () => {
  const top = join(import.meta.dirname, '..')
  const directory = mkdtempSync(join(tmpdir(), 'staffroom-biome-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const config = JSON.parse(readFileSync(join(top, 'biome.json'), 'utf8'))
  // The plugins and the files to ignore are not in this directory.
  writeFileSync(join(directory, 'biome.json'), JSON.stringify({ ...config, plugins: [], vcs: {} }))
  for (const folder of ['contract', 'gateway', 'lib', 'school', 'service', 'ui']) {
    mkdirSync(join(directory, 'src', folder), { recursive: true })
    const text = 'export const a = [document.title, process.pid, globalThis.name, { document }.document]\n'
    for (const name of ['x.ts', 'x.test.ts']) writeFileSync(join(directory, 'src', folder, name), text)
  }
  const biome = join(top, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'lint', '--only=style/noRestrictedGlobals', '--max-diagnostics=none']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' })
  const refused = (stdout + stderr).match(/^src\S+(?= lint\/style\/noRestrictedGlobals)/gm) ?? []
  const places = ['1:19', '1:35', '1:48', '1:67']
  expect(refused.toSorted()).toEqual(
    ['contract', 'gateway', 'lib', 'school', 'service'].flatMap(folder =>
      places.map(place => `src/${folder}/x.ts:${place}`),
    ),
  )
})

describe('circles of files', () => {
  it('are refused, also of types, and listed once', () => {
    const two = { 'lib/a.ts': "import './b.ts'", 'lib/b.ts': "import type { A } from './a.ts'" }
    expect(findViolations(two)).toEqual(['circle of imports: lib/a.ts -> lib/b.ts -> lib/a.ts'])
    const three = {
      'lib/a.ts': "export * from './b.ts'",
      'lib/b.ts': "import './c.ts'",
      'lib/c.ts': "import './a.ts'",
    }
    expect(findViolations(three)).toHaveLength(1)
  })
  it('are refused in tests', () => {
    const tests = { 'lib/a.test.ts': "import './b.test.ts'", 'lib/b.test.ts': "import './a.test.ts'" }
    expect(findViolations(tests)).toHaveLength(1)
  })
  it('do not count import() and repeated imports', () => {
    const later = { 'lib/a.ts': "import './b.ts'", 'lib/b.ts': "export const a = () => import('./a.ts')" }
    const twice = {
      'lib/a.ts': "import './b.ts'\nimport './c.ts'",
      'lib/b.ts': "import './c.ts'",
      'lib/c.ts': '',
    }
    expect([...findViolations(later), ...findViolations(twice)]).toEqual([])
  })
})

describe('circles of folders', () => {
  it('are refused, also of types', () => {
    const files = {
      'lib/a/one.ts': "import { three } from '../b/three.ts'",
      'lib/a/two.ts': 'export const two = 2',
      'lib/b/three.ts': 'export const three = 3',
      'lib/b/four.ts': "import type { Two } from '../a/two.ts'",
    }
    expect(findViolations(files)).toEqual(['circle of folders: lib/a -> lib/b -> lib/a'])
  })
  it('do not count tests, subfolders and import()', () => {
    const files = {
      'lib/a/one.ts': "import { three } from '../b/three.ts'\nimport { up } from '../up.ts'",
      'lib/a/two.ts': 'export const two = 2',
      'lib/b/three.ts': 'export const three = 3',
      'lib/b/three.test.ts': "import { two } from '../a/two.ts'",
      'lib/b/four.ts': "export const four = () => import('../a/two.ts')",
      'lib/up.ts': 'export const up = 1',
      'lib/top.ts': "import { one } from './a/one.ts'",
    }
    expect(findViolations(files)).toEqual([])
  })
})

describe('the form of a file', () => {
  it.each(['lib/utils.ts', 'lib/types.ts', 'features/x/index.tsx', 'common/a.ts', 'lib/helpers.test.ts'])(
    'refuses the name %s',
    path => {
      expect(findViolations({ [path]: '' }).join()).toContain('has a name that says nothing')
    },
  )
  it('refuses default exports of every form', () => {
    for (const text of ['export default 1', 'const a = 1\nexport { a as default }']) {
      expect(findViolations({ 'lib/x.ts': text })).toEqual(['lib/x.ts has a default export'])
    }
  })
  it('refuses a file of more than 300 lines', () => {
    expect(findViolations({ 'lib/x.ts': '\n'.repeat(299).concat('export const a = 1') })).toEqual([])
    expect(findViolations({ 'lib/x.ts': '\n'.repeat(300).concat('export const a = 1') })).toHaveLength(1)
  })
  it('throws if a file cannot be parsed', () => {
    expect(() => findViolations({ 'lib/x.ts': 'export const = 1' })).toThrow(/can't be parsed/)
  })
})

const withoutBraces = [
  'useEffect(() => box.current?.scrollIntoView(), [])',
  'useEffect(() => (box.current?.scrollIntoView()))',
  'useEffect(() => a ? () => stop() : undefined, [a])',
  'useLayoutEffect(\n  () => store.set(1),\n  [],\n)',
  'React.useInsertionEffect(() => store.set(1), [])',
  'useWindowEffect(() => store.set(1), [])',
  'export const X = () => <p ref={box => box?.scrollIntoView()} />',
  'export const X = () => <Y boxRef={(box: Element | null) => set(box)} />',
]
const withBraces = [
  'useEffect(() => {\n  box.current?.scrollIntoView()\n}, [])',
  'useEffect(() => {\n  return views.hold()\n}, [views])',
  'useEffect(() => () => clearTimeout(timer), [])',
  'useEffect(() => (() => clearTimeout(timer)), [])',
  'const arrive = useEffectEvent(() => tell(1))',
  'export const X = () => <p ref={box} />',
  'export const X = () => <Ask refuse={() => set(1)} />',
  'export const X = () => <p onClick={() => set(1)} ref={box => {\n  set(box)\n}} />',
]

it('refuses an effect or ref callback without braces', () => {
  const refused = [...withBraces, ...withoutBraces].filter(text => bareEffectBodies('x.tsx', text).length > 0)
  expect(refused).toEqual(withoutBraces)
})

it('has no effect or ref callback without braces', () => {
  const top = join(import.meta.dirname, '..')
  const files = globSync('{src,e2e,scripts}/**/*.{ts,tsx}', {
    cwd: top,
    exclude: name => name === 'node_modules',
  })
  expect(files.length).toBeGreaterThan(housePaths.length)
  const found = files.flatMap(path => {
    const text = readFileSync(join(top, path), 'utf8')
    return /use\w*Effect|[rR]ef=/.test(text)
      ? bareEffectBodies(path, text).map(line => `${path}:${line}`)
      : []
  })
  expect(found, 'put the body in braces, and return the cleanup explicitly').toEqual([])
})
