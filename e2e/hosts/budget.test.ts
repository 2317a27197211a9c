import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appRecord, demoRecord, readBuildRecord } from '../../scripts/buildRecord.ts'
import { loadedWith } from '../../scripts/loadedWith.ts'

/**
 * Checks the code that the timetable loads and code that is never loaded. docs/decisions/006 lists the
 * limits.
 */
const served = 'dist/app'
const kB = 1000
const screen = 'src/features/timetable/TimetableScreen.tsx'
const signIn = 'src/app/signIn/SignInScreen.tsx'
const files = 'src/features/files/FilesScreen.tsx'

const build = readBuildRecord(appRecord)
/** Chunks of the signed-in shell in English. The German messages are 0.5 kB larger. */
const shell = loadedWith(build, ['index.html', 'src/i18n/en.ts'])
const initial = loadedWith(build, ['index.html', 'src/i18n/en.ts', 'src/i18n/en/timetable.ts', screen])
const gzipped = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(join(served, `${file}.gz`)).size, 0)
const stylesOf = (chunks: typeof initial) => new Set(chunks.flatMap(chunk => chunk.css))
const modulesOf = (chunks: typeof initial) => chunks.flatMap(chunk => chunk.modules)

describe('the production build', () => {
  it('contains all files of the build record', () => {
    expect(existsSync(join(served, 'index.html'))).toBe(true)
    expect(modulesOf(initial)).toEqual(expect.arrayContaining(['src/main.tsx', screen]))
    for (const { file } of build.chunks) expect(existsSync(join(served, file)), file).toBe(true)
  })

  it('loads at most 200 kB of JavaScript for the signed-in shell', () => {
    expect(modulesOf(shell)).toEqual(expect.arrayContaining(['src/app/shell/Shell.tsx', 'src/i18n/en.ts']))
    expect(gzipped(shell.map(chunk => chunk.file))).toBeLessThanOrEqual(200 * kB)
  })

  it('loads at most 230 kB of JavaScript for the timetable', () => {
    expect(gzipped(initial.map(chunk => chunk.file))).toBeLessThanOrEqual(230 * kB)
  })

  it('loads at most 20 kB of styles for the timetable', () => {
    expect(stylesOf(initial).size).toBeGreaterThan(0)
    expect(gzipped(stylesOf(initial))).toBeLessThanOrEqual(20 * kB)
  })

  it('defines every Mantine variable in use', () => {
    const styles = globSync(`${served}/assets/*.css`).map(file => readFileSync(file, 'utf8'))
    const namesIn = (pattern: RegExp) =>
      new Set(styles.flatMap(text => [...text.matchAll(pattern)].map(([, name]) => name)))
    const usedNames = namesIn(/var\((--mantine-[\w-]+)/g)
    const definedNames = namesIn(/(--mantine-[\w-]+):/g)
    expect(usedNames.size).toBeGreaterThan(0)
    expect([...usedNames].filter(name => !definedNames.has(name))).toEqual([])
  })

  it('declares the CSS layers before the first style sheet', () => {
    const page = readFileSync(join(served, 'index.html'), 'utf8')
    expect(page).toMatch(/<style>@layer base,\s*mantine,\s*kit;/)
    expect(page.indexOf('@layer')).toBeLessThan(page.indexOf('rel="stylesheet"'))
  })

  it('loads the timetable as one file with at most 26 kB, one for its messages and one for an icon', () => {
    const own = initial.filter(chunk => !shell.includes(chunk)).map(chunk => chunk.file)
    expect(own).toHaveLength(3)
    expect(gzipped(own)).toBeLessThanOrEqual(26 * kB)
  })

  it('has at most 33 kB in the chunk of the files screen', () => {
    const own = build.chunks.filter(chunk => chunk.importedModule === files).map(chunk => chunk.file)
    expect(own).toHaveLength(1)
    expect(gzipped(own)).toBeLessThanOrEqual(33 * kB)
  })

  it.each([
    { name: 'timetable', component: screen },
    { name: 'signIn', component: signIn },
  ])('preloads only files of the language and of the first screen: $name', ({ name, component }) => {
    const page = readFileSync(join(served, 'index.html'), 'utf8')
    const named: Record<string, string[]> = JSON.parse(/data-early='([^']+)'/.exec(page)?.[1] ?? '{}')
    const loaded = loadedWith(build, ['index.html', 'src/i18n/en.ts', `src/i18n/en/${name}.ts`, component])
    const late = loaded.filter(chunk => !loadedWith(build, ['index.html']).includes(chunk))
    const expectedFiles = ['en', name, `${name}.en`].flatMap(part => named[part] ?? [])
    const needed = late.flatMap(({ file, css }) => [file, ...css]).map(file => `/${file}`)
    expect(expectedFiles.toSorted()).toEqual(needed.toSorted())
    expect(named.de).toHaveLength(1)
  })

  it('compiles the shell and the first screens while they are downloaded, and no other code', () => {
    const first = loadedWith(build, ['index.html', screen, signIn]).map(({ file }) => file)
    const hinted = build.chunks.filter(({ file }) =>
      readFileSync(join(served, file), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'),
    )
    expect(hinted.map(({ file }) => file).toSorted()).toEqual(first.toSorted())
  })

  it('loads only one language for the timetable', () => {
    const texts = modulesOf(initial).filter(module => /^src\/i18n\/(?:en|de)\b/.test(module))
    expect(texts.toSorted()).toEqual([
      'src/i18n/en.ts',
      'src/i18n/en/common.ts',
      'src/i18n/en/errors.ts',
      'src/i18n/en/shell.ts',
      'src/i18n/en/timetable.ts',
    ])
  })

  it('loads homework, files and access on demand', () => {
    const late =
      /^src\/(?:delivery\/(?!DeliveryContext|storage\/databaseName)|features\/(?:homework|files|access|subjects)\/(?!routes\.ts)|ui\/viewer\/)|node_modules\/(?:client-zip|idb|pdfjs-dist|dompurify|virtua)\//
    expect(modulesOf(initial).filter(module => late.test(module))).toEqual([])
    const sometime = modulesOf(build.chunks).filter(module => late.test(module))
    for (const part of [
      'src/delivery/',
      'src/features/homework/',
      'src/features/files/',
      'src/features/access/',
      'src/features/subjects/',
      '/client-zip/',
      '/idb/',
      '/pdfjs-dist/',
      '/dompurify/',
    ]) {
      expect(
        sometime.some(module => module.includes(part)),
        part,
      ).toBe(true)
    }
  })

  it('contains neither the demo nor the service', () => {
    const modules = modulesOf(build.chunks)
    expect(modules.length).toBeGreaterThan(100)
    const foreign =
      /^src\/(?:demo|service|gateway|server)\/|node_modules\/(?:msw|@mswjs|@sqlite\.org|kysely|hono)\//
    expect(modules.filter(module => foreign.test(module))).toEqual([])
    expect(existsSync(join(served, 'mockServiceWorker.js'))).toBe(false)
  })

  it('does not contain the devtools', () => {
    const devtools = (modules: string[]) => modules.filter(module => /query-devtools/.test(module))
    expect(devtools(modulesOf(build.chunks))).toEqual([])
    expect(devtools(modulesOf(readBuildRecord(demoRecord).chunks))).toEqual([])
  })

  it('contains zod/mini without the classic API and locales', () => {
    const zod = modulesOf(build.chunks).filter(module => module.includes('node_modules/zod/'))
    expect(zod.some(module => module.endsWith('/zod/v4/mini/schemas.js'))).toBe(true)
    expect(zod.filter(module => /\/zod\/v4\/(?:classic|locales)\//.test(module))).toEqual([])
  })
})
