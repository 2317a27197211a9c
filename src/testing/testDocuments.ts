import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { HostStore } from '../server/documents/hostStore.ts'
import { createStore } from '../server/documents/openDocuments.ts'
import type { DocumentStore } from '../service/db/documentStore.ts'
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

export type StoreKind = 'folder' | 's3'
/** `files` lists the SHA-256 of the stored files, and `unfinished` those of pending uploads. */
export type TestStore = { store: HostStore; files: () => string[]; unfinished: () => string[] }

/** Opens an empty store. */
export async function openTestStore(kind: StoreKind): Promise<TestStore> {
  const s3 = kind === 's3' ? await testS3() : undefined
  const path = join(temporaryDirectory(), 'files')
  const store = await createStore(s3?.settings ?? { kind: 'folder', path })
  await store.create()
  await store.check()
  const listFolder = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  return {
    store,
    unfinished: () => listFolder(join(path, 'incoming')),
    files: () =>
      s3?.keys() ??
      listFolder(path)
        .filter(name => name.length === 2)
        .flatMap(name => listFolder(join(path, name))),
  }
}

export async function createSchoolWith(documents: DocumentStore) {
  const school = await testService({ documentLimit: 4_000_000, report: () => undefined, documents })
  onTestFinished(() => school.close())
  return school
}

/** Bytes without repeated blocks. */
export const testBytes = (size: number, offset = 0) =>
  Uint8Array.from({ length: size }, (_, index) => ((index + offset) * 7 + (index >> 9)) % 251)
