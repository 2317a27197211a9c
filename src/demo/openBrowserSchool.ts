import init, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { SchoolFiles } from '../school/schoolFiles.ts'
import { createSchoolStore } from './keptSchool.ts'
import type { Wish } from './portMessages.ts'
import { openSchool, type School } from './school.ts'

/** The school of this browser, on its own clock and storage. */
export async function openBrowserSchool(wish: Wish): Promise<School> {
  return openSchool({
    sqlite3: await loadSqlite(),
    store: createSchoolStore(indexedDB),
    wish,
    files: fetchSchoolFile,
    origin: location.origin,
    base: import.meta.env.BASE_URL.replace(/\/$/, ''),
    clock: Date.now,
    random: bytes => crypto.getRandomValues(new Uint8Array(bytes)),
  })
}

/** SQLite's wasm build; 0.5 MB, so only where the school runs. */
export async function loadSqlite(): Promise<Sqlite3Static> {
  // It would warn that its file systems need headers the demo does without: the school keeps itself in IndexedDB.
  Object.assign(globalThis, { sqlite3ApiConfig: { warn: () => {} } })
  return init()
}

/** What is kept for the made-up school, from the files of the demo. */
export const fetchSchoolFile: SchoolFiles = async path => {
  const answer = await fetch(addressOf(path))
  if (!answer.ok) throw new Error(`The school's file ${path} is not there (${answer.status}).`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Each folder written out, so that the build sees what is in it and gives each file an address. */
function addressOf(path: string): URL {
  const name = path.slice(path.lastIndexOf('/') + 1)
  switch (path.slice(0, -name.length)) {
    case 'files/':
      return new URL(`../school/files/${name}`, import.meta.url)
    case 'en/files/':
      return new URL(`../school/en/files/${name}`, import.meta.url)
    case 'de/files/':
      return new URL(`../school/de/files/${name}`, import.meta.url)
    default:
      return new URL(`../school/faults/files/${name}`, import.meta.url)
  }
}
