import init, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { PhotoName, Photos } from '../school/photos.ts'
import { createSchoolStore } from './keptSchool.ts'
import type { Wish } from './portMessages.ts'
import { openSchool, type School } from './school.ts'

/** The school of this browser, on its own clock and storage. */
export async function openBrowserSchool(wish: Wish): Promise<School> {
  return openSchool({
    sqlite3: await loadSqlite(),
    store: createSchoolStore(indexedDB),
    wish,
    photos: fetchPhoto,
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

/** Written out, so that the build sees each file and gives it an address. */
const addresses: Record<PhotoName, URL> = {
  'fractions-1': new URL('../school/photos/fractions-1.jpg', import.meta.url),
  'fractions-2': new URL('../school/photos/fractions-2.jpg', import.meta.url),
  'fractions-3': new URL('../school/photos/fractions-3.jpg', import.meta.url),
  angles: new URL('../school/photos/angles.jpg', import.meta.url),
  functions: new URL('../school/photos/functions.jpg', import.meta.url),
  'essay-1': new URL('../school/photos/essay-1.jpg', import.meta.url),
  'essay-2': new URL('../school/photos/essay-2.jpg', import.meta.url),
  vocabulary: new URL('../school/photos/vocabulary.jpg', import.meta.url),
  board: new URL('../school/photos/board.jpg', import.meta.url),
  pike: new URL('../school/photos/pike.jpg', import.meta.url),
  posters: new URL('../school/photos/posters.jpg', import.meta.url),
}

/** The photos of the made-up school, from the files of the demo. */
export const fetchPhoto: Photos = async name => {
  const answer = await fetch(addresses[name])
  if (!answer.ok) throw new Error(`The photo ${name} is not there (${answer.status}).`)
  return new Uint8Array(await answer.arrayBuffer())
}
