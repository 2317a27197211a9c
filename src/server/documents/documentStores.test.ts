import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ObjectStore } from '../../service/db/outsideStore.ts'
import { outsideStore, sweepObjects } from '../../service/db/outsideStore.ts'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { testS3 } from '../../testing/testS3.ts'
import { temporaryDirectory } from '../../testing/testServer.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { openObjects } from './openDocuments.ts'

const { people } = smallSchool
const related_to = `todo.${smallHomework.maths}.user.${people.sommer}.submission`
const hour = 3_600_000
const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

type Kind = 'table' | 'folder' | 's3'
/** Where a test's documents go outside of the database, and what is there: whole, and begun. */
type Outside = { objects: ObjectStore; keys: () => string[]; begun: () => string[] }

async function outsideOf(kind: Kind): Promise<Outside | undefined> {
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

/** A school over that store, and a pupil who hands in. */
async function schoolWith(outside: Outside | undefined, objects = outside?.objects, waits = wait) {
  const school = await testService({
    documentLimit: 4_000_000,
    report: () => undefined,
    ...(objects && { documents: (db, clock) => outsideStore({ db, objects, clock, wait: waits }) }),
  })
  onTestFinished(() => school.close())
  return school
}

/** Bytes of which no two pieces are alike. */
const some = (size: number, from = 0) =>
  Uint8Array.from({ length: size }, (_, at) => ((at + from) * 7 + (at >> 9)) % 251)

describe.each<Kind>(['table', 'folder', 's3'])('documents in a %s', kind => {
  let outside: Outside | undefined
  let school: TestService
  let token: string
  beforeEach(async () => {
    outside = await outsideOf(kind)
    school = await schoolWith(outside)
    token = await school.signIn('sommer')
  })

  const send = (bytes: Uint8Array<ArrayBuffer>, label = related_to) => {
    const body = new FormData()
    body.append('file', new File([bytes], 'a.bin'))
    body.append('related_to', label)
    return school.send('POST', '/api/v2/documents', { token, body })
  }
  const upload = async (bytes: Uint8Array<ArrayBuffer>): Promise<{ id: number; hash: string }> => {
    const answer = await send(bytes)
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const content = (id: number, headers: Record<string, string> = {}) =>
    school.send('GET', `/api/v2/documents/${id}/content`, { token, headers })
  const remove = (id: number) => school.db.deleteFrom('documents').where('id', '=', id).execute()
  const sweep = () => (outside ? sweepObjects(school.db, outside.objects, school.clock) : 0)
  const rows = async () => ({
    documents: (await school.db.selectFrom('documents').select('id').execute()).length,
    uploads: (await school.db.selectFrom('uploads').select('id').execute()).length,
  })

  it('come back as they were, whole and in parts', async () => {
    for (const size of [1, 262_144, 262_145, 1_300_000]) {
      const bytes = some(size)
      const { id } = await upload(bytes)
      const answer = await content(id)
      expect(answer.headers.get('content-length')).toBe(String(size))
      expect(Buffer.compare(new Uint8Array(await answer.arrayBuffer()), bytes)).toBe(0)
      const part = await content(id, { Range: `bytes=${size >> 1}-${size}` })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${size >> 1}-${size - 1}/${size}`,
      ])
      expect(Buffer.compare(new Uint8Array(await part.arrayBuffer()), bytes.subarray(size >> 1))).toBe(0)
    }
    expect(outside?.begun() ?? []).toEqual([])
  })

  it('are kept once for the same bytes, until no document has them', async () => {
    const bytes = some(300_000)
    const one = await upload(bytes)
    const two = await upload(bytes)
    const other = await upload(some(300_000, 1))
    if (outside) expect(outside.keys().sort()).toEqual([one.hash, other.hash].sort())
    await remove(one.id)
    school.advance(2 * hour)
    token = await school.signIn('sommer')
    await sweep()
    expect((await (await content(two.id)).arrayBuffer()).byteLength).toBe(300_000)
    await remove(two.id)
    expect(await sweep()).toBe(outside ? 1 : 0)
    if (outside) expect(outside.keys()).toEqual([other.hash])
    expect((await (await content(other.id)).arrayBuffer()).byteLength).toBe(300_000)
    await upload(bytes)
    expect((await rows()).documents).toBeGreaterThan(1)
  })

  it('leave nothing where the upload breaks off in the middle, or is refused before it is kept', async () => {
    const before = await rows()
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent > 2_000_000) return controller.error(new Error('gone'))
        controller.enqueue(sent === 0 ? new TextEncoder().encode(head) : some(65_536))
        sent += 65_536
      },
    })
    const request = new Request('https://school.example/api/v2/documents', {
      ...{ method: 'POST', body, duplex: 'half' },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    } as RequestInit)
    expect((await school.service.fetch(request)).status).toBe(500)
    expect((await send(some(600_000), 'file.1')).status).toBe(403)
    expect((await send(some(5_000_000))).status).toBe(413)
    expect(await rows()).toEqual(before)
    expect([outside?.keys() ?? [], outside?.begun() ?? []]).toEqual([[], []])
  })

  it('of a transaction that fails after the bytes are there leave what the sweep takes, and never a row', async () => {
    // Asked once more where it can't change any more: corrected meanwhile, nothing is handed in.
    const entry = `/api/v2/todos/${smallHomework.maths}/submissions/${people.sommer}`
    const teacher = await school.signIn('albrecht')
    const body = { teacher_correction: 'Good.' }
    expect((await school.send('POST', entry, { token: teacher, body })).status).toBe(200)
    const before = await rows()
    expect((await send(some(300_000))).status).toBe(409)
    expect(await rows()).toEqual(before)
    if (!outside) return
    expect(outside.keys()).toHaveLength(1)
    expect(await sweep()).toBe(0)
    school.advance(hour + 1)
    expect(await sweep()).toBe(1)
    expect([outside.keys(), await sweep()]).toEqual([[], 0])
  })

  it('that were in the table before stay readable', async () => {
    const id = smallHomework.documents.handedIn
    expect((await content(id)).status).toBe(200)
    const row = await school.db
      .selectFrom('documents')
      .select('outside')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.outside).toBe(0)
    const made = await upload(some(10))
    const kept = await school.db
      .selectFrom('documents')
      .select('outside')
      .where('id', '=', made.id)
      .executeTakeFirst()
    expect(kept?.outside).toBe(outside ? 1 : 0)
  })
})

it('bytes that can’t be deleted hold up no other, and are tried again', async () => {
  const outside = await outsideOf('folder')
  const school = await schoolWith(outside)
  if (!outside) throw new Error('no folder')
  const token = await school.signIn('sommer')
  for (const at of [1, 2, 3]) {
    const body = new FormData()
    body.append('file', new File([some(300_000, at)], 'a.bin'))
    body.append('related_to', related_to)
    expect((await school.send('POST', '/api/v2/documents', { token, body })).status).toBe(200)
  }
  await school.db.deleteFrom('documents').where('outside', '=', 1).execute()
  school.advance(2 * hour)
  const [stays = ''] = outside.keys().sort()
  const remove = async (key: string) => {
    if (key === stays) throw new Error('may not')
    await outside.objects.remove(key)
  }
  const sweep = (objects: ObjectStore) => sweepObjects(school.db, objects, school.clock)
  await expect(sweep({ ...outside.objects, remove })).rejects.toThrow('may not')
  expect(outside.keys()).toEqual([stays])
  school.advance(hour)
  expect(await sweep(outside.objects)).toBe(1)
  expect(outside.keys()).toEqual([])
})

it('a sweep that takes long marks each object when it comes to it: an old mark would not keep an upload away', async () => {
  const outside = await outsideOf('folder')
  const school = await schoolWith(outside)
  if (!outside) throw new Error('no folder')
  const token = await school.signIn('sommer')
  for (const at of [1, 2, 3]) {
    const body = new FormData()
    body.append('file', new File([some(300_000, at)], 'a.bin'))
    body.append('related_to', related_to)
    expect((await school.send('POST', '/api/v2/documents', { token, body })).status).toBe(200)
  }
  await school.db.deleteFrom('documents').where('outside', '=', 1).execute()
  school.advance(2 * hour)
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
    await outside.objects.remove(key)
  }
  expect(await sweepObjects(school.db, { ...outside.objects, remove }, school.clock)).toBe(3)
  expect(new Set(marks).size).toBe(3)
})

it('an upload and a sweep at once never make a document without its bytes', async () => {
  const outside = await outsideOf('folder')
  const school = await schoolWith(outside)
  if (!outside) throw new Error('no folder')
  for (let round = 0; round < 30; round += 1) {
    school.advance(2 * hour)
    const token = await school.signIn('sommer')
    const body = () => {
      const form = new FormData()
      form.append('related_to', related_to)
      form.append('file', new File([some(1000)], 'a.bin'))
      return form
    }
    const [uploaded] = await Promise.all([
      school.send('POST', '/api/v2/documents', { token, body: body() }),
      sweepObjects(school.db, outside.objects, school.clock),
      sweepObjects(school.db, outside.objects, school.clock),
    ])
    expect([round, uploaded.status]).toEqual([round, 200])
    const { id } = await uploaded.json()
    const answer = await school.send('GET', `/api/v2/documents/${id}/content`, { token })
    expect([round, (await answer.arrayBuffer()).byteLength]).toEqual([round, 1000])
    await school.db.deleteFrom('documents').where('id', '=', id).execute()
  }
})

describe('an upload of bytes that are just being deleted', () => {
  it('waits, and has them afterwards', async () => {
    const outside = await outsideOf('folder')
    if (!outside) throw new Error('no folder')
    const deleting = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const slow: ObjectStore = {
      ...outside.objects,
      async remove(key) {
        asked.resolve()
        await deleting.promise
        await outside.objects.remove(key)
      },
    }
    const waited = Promise.withResolvers<void>()
    const school = await schoolWith(outside, outside.objects, ms => {
      waited.resolve()
      return wait(ms)
    })
    const token = await school.signIn('sommer')
    const upload = async () => {
      const body = new FormData()
      body.append('related_to', related_to)
      body.append('file', new File([some(1000)], 'a.bin'))
      return (await school.send('POST', '/api/v2/documents', { token, body })).json()
    }
    const { id } = await upload()
    await school.db.deleteFrom('documents').where('id', '=', id).execute()
    const sweeping = sweepObjects(school.db, slow, () => school.clock() + 2 * hour)
    await asked.promise
    let isDone = false
    const second = upload().finally(() => {
      isDone = true
    })
    // It found them marked, and would have gone on otherwise.
    await waited.promise
    expect(isDone).toBe(false)
    deleting.resolve()
    expect(await sweeping).toBe(1)
    const { hash, id: now } = await second
    expect(outside.keys()).toEqual([hash])
    const answer = await school.send('GET', `/api/v2/documents/${now}/content`, { token })
    expect((await answer.arrayBuffer()).byteLength).toBe(1000)
  })
})
