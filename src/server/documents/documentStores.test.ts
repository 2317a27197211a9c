import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DocumentStore } from '../../service/db/documentStore.ts'
import { sweepFiles } from '../../service/db/storedFiles.ts'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import {
  createSchoolWith,
  openTestStore,
  type StoreKind,
  type TestStore,
  testBytes,
  uploadForm,
} from '../../testing/testDocuments.ts'
import type { TestService } from '../../testing/testService.ts'

const { people } = smallSchool
const day = 86_400_000

let testStore: TestStore
let school: TestService
let token: string

async function open(kind: StoreKind) {
  testStore = await openTestStore(kind)
  school = await createSchoolWith(testStore.store)
  // The files of the small school are in the memory of the test.
  await school.db.deleteFrom('documents').execute()
  await school.db.deleteFrom('stored_files').execute()
  token = await school.signIn('sommer')
}

const send = (bytes: Uint8Array<ArrayBuffer>, label?: string) =>
  school.send('POST', '/api/v2/documents', { token, body: uploadForm(bytes, label) })
const upload = async (bytes: Uint8Array<ArrayBuffer>): Promise<{ id: number; hash: string }> => {
  const response = await send(bytes)
  expect(response.status).toBe(200)
  return response.json()
}
const content = (id: number, headers: Record<string, string> = {}) =>
  school.send('GET', `/api/v2/documents/${id}/content`, { token, headers })
const remove = (id: number) => school.db.deleteFrom('documents').where('id', '=', id).execute()
const sweep = (store: DocumentStore = testStore.store) => sweepFiles(school.db, store, school.clock)
const countDocuments = async () => (await school.db.selectFrom('documents').select('id').execute()).length
async function passDays(days: number) {
  school.advance(days * day)
  token = await school.signIn('sommer')
}

describe.each<StoreKind>(['folder', 's3'])('documents in a %s', kind => {
  beforeEach(() => open(kind))

  it('are returned unchanged, in full and in byte ranges', async () => {
    for (const size of [1, 262_144, 262_145, 1_300_000]) {
      const bytes = testBytes(size)
      const { id } = await upload(bytes)
      const response = await content(id)
      expect(response.headers.get('content-length')).toBe(String(size))
      expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), bytes)).toBe(0)
      const part = await content(id, { Range: `bytes=${size >> 1}-${size}` })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${size >> 1}-${size - 1}/${size}`,
      ])
      expect(Buffer.compare(new Uint8Array(await part.arrayBuffer()), bytes.subarray(size >> 1))).toBe(0)
    }
    expect(testStore.unfinished()).toEqual([])
  })

  it('are stored once for equal bytes, until a day after no document refers to them', async () => {
    const bytes = testBytes(300_000)
    const first = await upload(bytes)
    const second = await upload(bytes)
    const other = await upload(testBytes(300_000, 1))
    expect(testStore.files().sort()).toEqual([first.hash, other.hash].sort())
    await remove(first.id)
    await passDays(2)
    expect(await sweep()).toBe(0)
    expect((await (await content(second.id)).arrayBuffer()).byteLength).toBe(300_000)
    await remove(second.id)
    expect(await sweep()).toBe(1)
    expect(testStore.files()).toEqual([other.hash])
    expect((await (await content(other.id)).arrayBuffer()).byteLength).toBe(300_000)
    const again = await upload(bytes)
    await remove(again.id)
    expect(await sweep()).toBe(0)
  })

  it('leave no file after an upload to a submission that was corrected', async () => {
    const entry = `/api/v2/todos/${smallHomework.maths}/submissions/${people.sommer}`
    const teacher = await school.signIn('albrecht')
    const body = { teacher_correction: 'Good.' }
    expect((await school.send('POST', entry, { token: teacher, body })).status).toBe(200)
    expect((await send(testBytes(300_000))).status).toBe(409)
    expect([await countDocuments(), testStore.files()]).toEqual([0, []])
  })

  it('leave no file after a broken or refused upload', async () => {
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent > 2_000_000) return controller.error(new Error('gone'))
        controller.enqueue(sent === 0 ? new TextEncoder().encode(head) : testBytes(65_536))
        sent += 65_536
      },
    })
    const request = new Request('https://school.example/api/v2/documents', {
      ...{ method: 'POST', body, duplex: 'half' },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    } as RequestInit)
    expect((await school.service.fetch(request)).status).toBe(500)
    expect((await send(testBytes(600_000), 'file.1')).status).toBe(403)
    expect((await send(testBytes(5_000_000))).status).toBe(413)
    expect([await countDocuments(), testStore.files(), testStore.unfinished()]).toEqual([0, [], []])
  })

  it('leave bytes for the sweep but no row if the transaction fails', async () => {
    const first = await upload(testBytes(10))
    // Makes the insertion of the next document fail.
    await school.db.schema
      .createIndex('refuse')
      .unique()
      .on('documents')
      .column('related_to')
      .where(sql.ref('id'), '>=', first.id)
      .execute()
    expect((await send(testBytes(300_000))).status).toBe(500)
    expect(await countDocuments()).toBe(1)
    expect(testStore.files()).toHaveLength(2)
    expect(await sweep()).toBe(0)
    await passDays(2)
    expect(await sweep()).toBe(1)
    expect([testStore.files(), await sweep()]).toEqual([[first.hash], 0])
  })
})

describe('a sweep', () => {
  beforeEach(() => open('folder'))

  it('is not blocked by files that can’t be deleted, and retries them', async () => {
    for (const number of [1, 2, 3]) await upload(testBytes(3000, number))
    await school.db.deleteFrom('documents').execute()
    await passDays(2)
    const [stays = ''] = testStore.files().sort()
    const broken: DocumentStore = {
      ...testStore.store,
      async remove(hash) {
        if (hash === stays) throw new Error('may not')
        await testStore.store.remove(hash)
      },
    }
    await expect(sweep(broken)).rejects.toThrow('may not')
    expect(testStore.files()).toEqual([stays])
    expect(await sweep()).toBe(1)
    expect(testStore.files()).toEqual([])
  })

  it('never leaves a document without bytes after a simultaneous upload', async () => {
    for (let index = 0; index < 30; index += 1) {
      await passDays(2)
      const [uploaded] = await Promise.all([send(testBytes(1000)), sweep(), sweep()])
      expect([index, uploaded.status]).toEqual([index, 200])
      const { id } = await uploaded.json()
      expect([index, (await (await content(id)).arrayBuffer()).byteLength]).toEqual([index, 1000])
      await remove(id)
    }
  })

  it('delays an upload of the bytes that it is deleting', async () => {
    const { id } = await upload(testBytes(1000))
    await remove(id)
    await passDays(2)
    const deleting = Promise.withResolvers<void>()
    const mayDelete = Promise.withResolvers<void>()
    const sweeping = sweep({
      ...testStore.store,
      async remove(hash) {
        deleting.resolve()
        await mayDelete.promise
        await testStore.store.remove(hash)
      },
    })
    await deleting.promise
    const second = upload(testBytes(1000))
    mayDelete.resolve()
    expect(await sweeping).toBe(1)
    const { hash, id: newId } = await second
    expect(testStore.files()).toEqual([hash])
    expect((await (await content(newId)).arrayBuffer()).byteLength).toBe(1000)
  })
})
