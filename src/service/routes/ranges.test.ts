import { afterAll, beforeAll, expect, it } from 'vitest'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

// More than two pieces of the database.
const size = 600_000
const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7 + (index >> 9)) % 251)

let school: TestService
let token: string
let id: number
let tag: string
beforeAll(async () => {
  school = await testService()
  token = await school.signIn('sommer')
  ;({ id, sha1_checksum: tag } = await upload(bytes))
  tag = `"${tag}"`
})
afterAll(() => school.close())

async function upload(content: Uint8Array<ArrayBuffer>) {
  const body = new FormData()
  body.append('related_to', `todo.${smallHomework.maths}.user.${smallSchool.people.sommer}.submission`)
  body.append('file', new File([content], 'a.bin'))
  return (await school.send('POST', '/api/v2/documents', { token, body })).json()
}
const content = (headers: Record<string, string>, method = 'GET', document = id) =>
  school.send(method, `/api/v2/documents/${document}/content`, { token, headers })

it.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-262143', 0, 262_143],
  ['bytes=262143-262144', 262_143, 262_144],
  ['bytes=262144-', 262_144, size - 1],
  ['bytes=300000-599998', 300_000, size - 2],
  ['bytes=599999-', size - 1, size - 1],
  ['bytes=599999-9999999', size - 1, size - 1],
  ['bytes=-1', size - 1, size - 1],
  ['bytes=-300000', 300_000, size - 1],
  ['bytes=-9999999', 0, size - 1],
  ['Bytes=5-6', 5, 6],
])('Range %s is answered with 206 and these bytes', async (Range, start, end) => {
  const response = await content({ Range })
  expect(response.status).toBe(206)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-length': String(end + 1 - start),
    'accept-ranges': 'bytes',
    etag: tag,
  })
  const readBytes = new Uint8Array(await response.arrayBuffer())
  expect(Buffer.compare(readBytes, bytes.subarray(start, end + 1))).toBe(0)
})

it.each(['bytes=600000-', 'bytes=600000-600001', 'bytes=-0'])(
  'Range %s is answered with 416',
  async Range => {
    const response = await content({ Range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    expect(await response.json()).toMatchObject({ error: { name: 'no_such_range' } })
  },
)

it.each(['bytes=5-4', 'bytes=a-b', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-1', '0-1', 'bytes=1'])(
  'an invalid or multipart Range %s is ignored',
  async Range => {
    const response = await content({ Range })
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(size)])
    expect(response.headers.get('content-range')).toBeNull()
    await response.body?.cancel()
  },
)

it('Range is ignored unless If-Range is the current ETag', async () => {
  const statusWith = async (name: string) => {
    const response = await content({ Range: 'bytes=0-1', 'If-Range': name })
    await response.body?.cancel()
    return response.status
  }
  expect(await statusWith(tag)).toBe(206)
  expect(await statusWith(`W/${tag}`)).toBe(200)
  expect(await statusWith('"another"')).toBe(200)
  expect(await statusWith('Wed, 18 Nov 2026 10:20:00 GMT')).toBe(200)
})

it('If-None-Match is answered with 304, also with a Range', async () => {
  for (const headers of [
    { 'If-None-Match': tag },
    { 'If-None-Match': `"x", W/${tag}`, Range: 'bytes=0-1' },
  ]) {
    const response = await content(headers)
    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, tag, ''])
  }
})

it('Range is ignored for HEAD', async () => {
  const response = await content({ Range: 'bytes=0-1' }, 'HEAD')
  expect([response.status, response.headers.get('content-length')]).toEqual([200, String(size)])
  expect(response.headers.get('accept-ranges')).toBe('bytes')
})

it('Range works for small and empty files', async () => {
  const { id: small } = await upload(bytes.slice(0, 10))
  const response = await content({ Range: 'bytes=3-5' }, 'GET', small)
  expect([response.status, [...new Uint8Array(await response.arrayBuffer())]]).toEqual([
    206,
    [...bytes.slice(3, 6)],
  ])
  const { id: empty } = await school.db
    .updateTable('documents')
    .set({ size: 0 })
    .where('id', '=', small)
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await content({ Range: 'bytes=0-' }, 'GET', empty)).status).toBe(416)
  expect((await content({ Range: 'bytes=-1' }, 'GET', empty)).status).toBe(416)
  expect(await (await content({}, 'GET', empty)).text()).toBe('')
})
