import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSource, type Source } from './readSource.ts'

const top = join(import.meta.dirname, '../..')
const cacheFile = join(top, 'node_modules/.cache/house.json')

/** Relative to `src/`. */
export const housePaths = globSync('**/*.{ts,tsx}', { cwd: join(top, 'src') })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => !path.endsWith('.d.ts'))

export const readText = (path: string) => readFileSync(join(top, 'src', path), 'utf8')

/**
 * Reads all source files. Parsing takes about 3 s of CPU time, so the result is cached by a hash of file,
 * reader and lockfile.
 */
export function readHouse(): Source[] {
  const reader = ['scripts/house/readSource.ts', 'package-lock.json']
  const version = hash(reader.map(path => readFileSync(join(top, path), 'utf8')).join())
  const cached = readCache()
  const sources = new Map<string, Source>()
  for (const path of housePaths) {
    const text = readText(path)
    const key = hash(`${version} ${path} ${text}`)
    sources.set(key, cached[key] ?? readSource(path, text))
  }
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, JSON.stringify(Object.fromEntries(sources)))
  return [...sources.values()]
}

/** Returns no sources if there was no run, or if the cache file is damaged. */
function readCache(): Record<string, Source> {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8'))
  } catch {
    return {}
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
