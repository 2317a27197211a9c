import init, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { SchoolFiles } from '../school/schoolFiles.ts'
import type { SchoolPreset } from './portMessages.ts'
import { openSchool, type School } from './school.ts'
import { createSchoolStore } from './schoolStore.ts'

export async function openBrowserSchool(preset: SchoolPreset): Promise<School> {
  return openSchool({
    sqlite3: await loadSqlite(),
    store: createSchoolStore(indexedDB),
    preset,
    files: fetchSchoolFile,
    origin: location.origin,
    base: import.meta.env.BASE_URL.replace(/\/$/, ''),
    clock: Date.now,
    random: bytes => crypto.getRandomValues(new Uint8Array(bytes)),
  })
}

/** 0.5 MB, only for the context that runs the school. */
export async function loadSqlite(): Promise<Sqlite3Static> {
  // SQLite's own file systems need headers, but the school uses IndexedDB.
  Object.assign(globalThis, { sqlite3ApiConfig: { warn: () => {} } })
  return init()
}

const fetchSchoolFile: SchoolFiles = async path => {
  const response = await fetch(getFileUrl(path))
  if (!response.ok) throw new Error(`The school's file ${path} was not found (${response.status}).`)
  return new Uint8Array(await response.arrayBuffer())
}

/** Each folder is written out, so that the build finds the files. */
function getFileUrl(path: string): URL {
  const name = path.slice(path.lastIndexOf('/') + 1)
  switch (path.slice(0, -name.length)) {
    case 'files/':
      return new URL(`../school/files/${name}`, import.meta.url)
    case 'en/':
      return new URL(`../school/en/${name}`, import.meta.url)
    default:
      return new URL(`../school/de/${name}`, import.meta.url)
  }
}
