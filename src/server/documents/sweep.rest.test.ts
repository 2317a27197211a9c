import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type ObjectStore, sweepObjects } from '../../service/db/externalStore.ts'
import { createSchoolWith, openExternalStore, testBytes, uploadForm } from '../../testing/testDocuments.ts'

const hour = 3_600_000

/** Bytes of three deleted documents. */
async function createOrphans() {
  const externalStore = await openExternalStore('folder')
  const school = await createSchoolWith(externalStore)
  if (!externalStore) throw new Error('no folder')
  const token = await school.signIn('sommer')
  for (const number of [1, 2, 3]) {
    const body = uploadForm(testBytes(300_000, number))
    expect((await school.send('POST', '/api/v2/documents', { token, body })).status).toBe(200)
  }
  await school.db.deleteFrom('documents').where('outside', '=', 1).execute()
  school.advance(2 * hour)
  return { externalStore, school }
}

it('bytes that can’t be deleted do not block others, and are retried', async () => {
  const { externalStore, school } = await createOrphans()
  const [stays = ''] = externalStore.keys().sort()
  const remove = async (key: string) => {
    if (key === stays) throw new Error('may not')
    await externalStore.objects.remove(key)
  }
  const sweep = (objects: ObjectStore) => sweepObjects(school.db, objects, school.clock)
  await expect(sweep({ ...externalStore.objects, remove })).rejects.toThrow('may not')
  expect(externalStore.keys()).toEqual([stays])
  school.advance(hour)
  expect(await sweep(externalStore.objects)).toBe(1)
  expect(externalStore.keys()).toEqual([])
})

it('a long sweep marks each object right before deleting it', async () => {
  const { externalStore, school } = await createOrphans()
  const marks: (string | null | undefined)[] = []
  const remove = async (key: string) => {
    const row = await school.db
      .selectFrom('objects')
      .select('going_at')
      .where('hash', '=', key)
      .executeTakeFirst()
    marks.push(row?.going_at)
    expect(row?.going_at).toBe(new Date(school.clock()).toISOString())
    school.advance(hour / 4)
    await externalStore.objects.remove(key)
  }
  expect(await sweepObjects(school.db, { ...externalStore.objects, remove }, school.clock)).toBe(3)
  expect(new Set(marks).size).toBe(3)
})

it('an upload during a sweep never creates a document without bytes', async () => {
  const externalStore = await openExternalStore('folder')
  const school = await createSchoolWith(externalStore)
  if (!externalStore) throw new Error('no folder')
  for (let index = 0; index < 30; index += 1) {
    school.advance(2 * hour)
    const token = await school.signIn('sommer')
    const [uploaded] = await Promise.all([
      school.send('POST', '/api/v2/documents', { token, body: uploadForm(testBytes(1000)) }),
      sweepObjects(school.db, externalStore.objects, school.clock),
      sweepObjects(school.db, externalStore.objects, school.clock),
    ])
    expect([index, uploaded.status]).toEqual([index, 200])
    const { id } = await uploaded.json()
    const response = await school.send('GET', `/api/v2/documents/${id}/content`, { token })
    expect([index, (await response.arrayBuffer()).byteLength]).toEqual([index, 1000])
    await school.db.deleteFrom('documents').where('id', '=', id).execute()
  }
})

describe('an upload of bytes that are being deleted', () => {
  it('waits, and stores them again', async () => {
    const externalStore = await openExternalStore('folder')
    if (!externalStore) throw new Error('no folder')
    const deleting = Promise.withResolvers<void>()
    const deletionRequested = Promise.withResolvers<void>()
    const slow: ObjectStore = {
      ...externalStore.objects,
      async remove(key) {
        deletionRequested.resolve()
        await deleting.promise
        await externalStore.objects.remove(key)
      },
    }
    const waited = Promise.withResolvers<void>()
    const school = await createSchoolWith(externalStore, externalStore.objects, ms => {
      waited.resolve()
      return wait(ms)
    })
    const token = await school.signIn('sommer')
    const upload = async () =>
      (await school.send('POST', '/api/v2/documents', { token, body: uploadForm(testBytes(1000)) })).json()
    const { id } = await upload()
    await school.db.deleteFrom('documents').where('id', '=', id).execute()
    const sweeping = sweepObjects(school.db, slow, () => school.clock() + 2 * hour)
    await deletionRequested.promise
    let isDone = false
    const second = upload().finally(() => {
      isDone = true
    })
    // Otherwise it would not have waited.
    await waited.promise
    expect(isDone).toBe(false)
    deleting.resolve()
    expect(await sweeping).toBe(1)
    const { hash, id: newId } = await second
    expect(externalStore.keys()).toEqual([hash])
    const response = await school.send('GET', `/api/v2/documents/${newId}/content`, { token })
    expect((await response.arrayBuffer()).byteLength).toBe(1000)
  })
})
