import { createSchoolStore } from './keptSchool.ts'
import { loadSqlite } from './loadSqlite.ts'
import { fetchPhoto } from './photos.ts'
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
