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
const related_to = `todo.${smallHomework.maths}.user.${people.sommer}.submission`

export function uploadForm(bytes: Uint8Array<ArrayBuffer>, relation = related_to): FormData {
  const form = new FormData()
  form.append('related_to', relation)
  form.append('file', new File([bytes], 'a.bin'))
  return form
}

export type StoreKind = 'table' | 'folder' | 's3'
export type ExternalStore = { objects: ObjectStore; keys: () => string[]; unfinished: () => string[] }

/** Opens an empty store. Returns undefined for the table. */
export async function openExternalStore(kind: StoreKind): Promise<ExternalStore | undefined> {
  if (kind === 'table') return undefined
  if (kind === 's3') {
    const s3 = await testS3()
    const objects = await openObjects(s3.settings)
    if (!objects) throw new Error('no S3')
    await objects.check()
    return { objects, keys: s3.keys, unfinished: () => [] }
  }
  const path = join(temporaryDirectory(), 'files')
  const objects = await openObjects({ kind: 'folder', path })
  if (!objects) throw new Error('no folder')
  await objects.check()
  const listFolder = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  return {
    objects,
    unfinished: () => listFolder(join(path, 'incoming')),
    keys: () =>
      listFolder(path)
        .filter(name => name !== 'incoming')
        .flatMap(name => listFolder(join(path, name))),
  }
}

export async function createSchoolWith(
  externalStore: ExternalStore | undefined,
  objects = externalStore?.objects,
  waitMs: (ms: number) => Promise<unknown> = wait,
) {
  const school = await testService({
    documentLimit: 4_000_000,
    report: () => undefined,
    ...(objects && { documents: (db, clock) => createExternalStore({ db, objects, clock, wait: waitMs }) }),
  })
  onTestFinished(() => school.close())
  return school
}

/** Bytes without repeated blocks. */
export const testBytes = (size: number, offset = 0) =>
  Uint8Array.from({ length: size }, (_, index) => ((index + offset) * 7 + (index >> 9)) % 251)
