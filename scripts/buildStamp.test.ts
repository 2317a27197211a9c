import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isBuilt, markBuilding, markBuilt, stampOf } from './buildStamp.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'staffroom-stamp-'))
  for (const path of ['package.json', 'package-lock.json', 'index.html', 'vite.config.ts', 'src/main.tsx'])
    writeText(path)
  for (const path of ['public/icon.svg', 'src/a/b.css', 'src/a/b.test.ts', 'scripts/vitePlugins.ts'])
    writeText(path)
})
afterEach(() => rmSync(root, { recursive: true }))

function writeText(path: string, content = path): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
const stamp = (options: string[] = []) => stampOf(root, options)

it.each([
  'package-lock.json',
  'index.html',
  'vite.config.ts',
  'src/main.tsx',
  'src/a/b.css',
  'public/icon.svg',
  'scripts/vitePlugins.ts',
])('the stamp changes with %s, and is the same again when the content is', path => {
  const before = stamp()
  writeText(path, 'changed')
  expect(stamp()).not.toBe(before)
  writeText(path)
  expect(stamp()).toBe(before)
})

it('the stamp changes with new and renamed files and options, but not with tests and build output', () => {
  const before = stamp()
  writeText('src/a/b.test.ts', 'changed')
  writeText('dist/app/index.html')
  writeText('data/staffroom.sqlite')
  expect(stamp()).toBe(before)
  expect(stamp(['/staffroom/'])).not.toBe(before)
  writeText('src/new.ts', '')
  const withNew = stamp()
  expect(withNew).not.toBe(before)
  rmSync(join(root, 'src/new.ts'))
  writeText('src/other.ts', '')
  expect(stamp()).not.toBe(withNew)
})

it('isBuilt is false for an unfinished, an outdated and a deleted build', () => {
  const output = join(root, 'dist/app')
  writeText('dist/app/index.html')
  expect(isBuilt(output, stamp())).toBe(false)
  markBuilt(output, stamp())
  expect(isBuilt(output, stamp())).toBe(true)
  markBuilding(output)
  expect(isBuilt(output, stamp())).toBe(false)
  markBuilt(output, stamp())
  writeText('src/main.tsx', 'changed')
  expect(isBuilt(output, stamp())).toBe(false)
  writeText('src/main.tsx')
  rmSync(join(output, 'index.html'))
  expect(isBuilt(output, stamp())).toBe(false)
})
