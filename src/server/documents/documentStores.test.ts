import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { sweepObjects } from '../../service/db/externalStore.ts'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import {
  createSchoolWith,
  type ExternalStore,
  openExternalStore,
  type StoreKind,
  testBytes,
  uploadForm,
} from '../../testing/testDocuments.ts'
import type { TestService } from '../../testing/testService.ts'

const { people } = smallSchool
const hour = 3_600_000

describe.each<StoreKind>(['table', 'folder', 's3'])('documents in a %s', kind => {
  let externalStore: ExternalStore | undefined
  let school: TestService
  let token: string
  beforeEach(async () => {
    externalStore = await openExternalStore(kind)
    school = await createSchoolWith(externalStore)
    token = await school.signIn('sommer')
  })

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
  const sweep = () => (externalStore ? sweepObjects(school.db, externalStore.objects, school.clock) : 0)
  const rows = async () => ({
    documents: (await school.db.selectFrom('documents').select('id').execute()).length,
    uploads: (await school.db.selectFrom('uploads').select('id').execute()).length,
  })

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
    expect(externalStore?.unfinished() ?? []).toEqual([])
  })

  it('are stored once for equal bytes, until no document refers to them', async () => {
    const bytes = testBytes(300_000)
    const first = await upload(bytes)
    const second = await upload(bytes)
    const other = await upload(testBytes(300_000, 1))
    if (externalStore) expect(externalStore.keys().sort()).toEqual([first.hash, other.hash].sort())
    await remove(first.id)
    school.advance(2 * hour)
    token = await school.signIn('sommer')
    await sweep()
    expect((await (await content(second.id)).arrayBuffer()).byteLength).toBe(300_000)
    await remove(second.id)
    expect(await sweep()).toBe(externalStore ? 1 : 0)
    if (externalStore) expect(externalStore.keys()).toEqual([other.hash])
    expect((await (await content(other.id)).arrayBuffer()).byteLength).toBe(300_000)
    await upload(bytes)
    expect((await rows()).documents).toBeGreaterThan(1)
  })

  it('leave no file after an upload to a submission that was corrected', async () => {
    const entry = `/api/v2/todos/${smallHomework.maths}/submissions/${people.sommer}`
    const teacher = await school.signIn('albrecht')
    const body = { teacher_correction: 'Good.' }
    expect((await school.send('POST', entry, { token: teacher, body })).status).toBe(200)
    const before = await rows()
    expect((await send(testBytes(300_000))).status).toBe(409)
    expect(await rows()).toEqual(before)
    expect(externalStore?.keys() ?? []).toEqual([])
  })

  it('leave no file after a broken or refused upload', async () => {
    const before = await rows()
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
    expect(await rows()).toEqual(before)
    expect([externalStore?.keys() ?? [], externalStore?.unfinished() ?? []]).toEqual([[], []])
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
    const before = await rows()
    expect((await send(testBytes(300_000))).status).toBe(500)
    expect(await rows()).toEqual(before)
    if (!externalStore) return
    expect(externalStore.keys()).toHaveLength(2)
    expect(await sweep()).toBe(0)
    school.advance(hour + 1)
    expect(await sweep()).toBe(1)
    expect([externalStore.keys(), await sweep()]).toEqual([[first.hash], 0])
  })

  it('stay readable if they were stored in the table before', async () => {
    const id = smallHomework.documents.handedIn
    expect((await content(id)).status).toBe(200)
    const row = await school.db
      .selectFrom('documents')
      .select('outside')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.outside).toBe(0)
    const created = await upload(testBytes(10))
    const remaining = await school.db
      .selectFrom('documents')
      .select('outside')
      .where('id', '=', created.id)
      .executeTakeFirst()
    expect(remaining?.outside).toBe(externalStore ? 1 : 0)
  })
})
