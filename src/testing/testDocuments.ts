import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openObjects } from '../server/documents/openDocuments.ts'
import { createExternalStore, type ObjectStore } from '../service/db/externalStore.ts'
import { smallHomework, smallSchool } from './sampleSchool.ts'
import { testS3 } from './testS3.ts'
import { temporaryDirectory } from './testServer.ts'
import { testService } from './testService.ts'

const { people } = smallSchool
/** `related_to` of a file that a pupil hands in. */
const related_to = `todo.${smallHomework.maths}.user.${people.sommer}.submission`

/** Creates the form with which a pupil uploads a file. `label` is its `related_to`. */
export function uploadOf(bytes: Uint8Array<ArrayBuffer>, label = related_to): FormData {
  const form = new FormData()
  form.append('related_to', label)
  form.append('file', new File([bytes], 'a.bin'))
  return form
}

export type Kind = 'table' | 'folder' | 's3'
/** Storage of documents outside the database. `keys` are the stored objects, `begun` the unfinished ones. */
export type Outside = { objects: ObjectStore; keys: () => string[]; begun: () => string[] }

/** Opens an empty store of this kind for the duration of the test. Returns undefined for the table. */
export async function outsideOf(kind: Kind): Promise<Outside | undefined> {
  if (kind === 'table') return undefined
  if (kind === 's3') {
    const s3 = await testS3()
    const objects = await openObjects(s3.settings)
    if (!objects) throw new Error('no S3')
    await objects.check()
    return { objects, keys: s3.keys, begun: () => [] }
  }
  const path = join(temporaryDirectory(), 'files')
  const objects = await openObjects({ kind: 'folder', path })
  if (!objects) throw new Error('no folder')
  await objects.check()
  const within = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  return {
    objects,
    begun: () => within(join(path, 'incoming')),
    keys: () =>
      within(path)
        .filter(name => name !== 'incoming')
        .flatMap(name => within(join(path, name))),
  }
}

/** Creates a small school with this store. */
export async function schoolWith(
  outside: Outside | undefined,
  objects = outside?.objects,
  waits: (ms: number) => Promise<unknown> = wait,
) {
  const school = await testService({
    documentLimit: 4_000_000,
    report: () => undefined,
    ...(objects && { documents: (db, clock) => createExternalStore({ db, objects, clock, wait: waits }) }),
  })
  onTestFinished(() => school.close())
  return school
}

/** Returns bytes without repeated blocks. */
export const some = (size: number, from = 0) =>
  Uint8Array.from({ length: size }, (_, at) => ((at + from) * 7 + (at >> 9)) % 251)
