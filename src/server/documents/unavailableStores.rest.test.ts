import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startProcess, workingFolder } from '../../testing/testProcess.ts'
import { type S3Behaviour, testS3 } from '../../testing/testS3.ts'
import { pageOn, signIn, temporaryDirectory, testServer, testSettings } from '../../testing/testServer.ts'
import { readSettings } from '../settings.ts'

const bytes = Uint8Array.from({ length: 600_000 }, (_, index) => (index * 7 + (index >> 9)) % 251)

async function startSignedInServer(environment: Record<string, string>) {
  const server = await testServer(testSettings(environment))
  const page = pageOn(server.url)
  await signIn(page, server.url, 'albrecht')
  const upload = () => {
    const body = new FormData()
    body.append('related_to', 'chat-message-file-new')
    body.append('message_key', '1b671a64-40d5-491e-99b0-da01ff1f3341')
    body.append('file', new File([bytes], 'a.bin'))
    return page.fetch('/api/v2/documents', { method: 'POST', body })
  }
  const read = (id: number) => page.fetch(`/api/v2/documents/${id}/content`)
  const isReady = async () => (await fetch(`${server.url}/readyz`)).status
  return { server, upload, read, isReady }
}

const refusal = async (response: Response) => [
  response.status,
  response.headers.get('retry-after'),
  (await response.json()).error.message,
]
/** The health check waits at most 2 s. */
const unavailable = [503, '2', expect.stringMatching(/files are kept cannot be reached/)]

describe('an S3 service that fails for a while', () => {
  it.each<S3Behaviour>(['refused', 'busy', 'half up'])(
    '(%s) gives 503, and works again afterwards',
    async failure => {
      const s3 = await testS3()
      const { server, upload, read, isReady } = await startSignedInServer(s3.environment)
      const { id } = await (await upload()).json()
      const storedCount = s3.keys().length
      await expect.poll(isReady).toBe(200)
      s3.setBehaviour(failure)
      expect(await refusal(await upload())).toEqual(unavailable)
      if (failure !== 'half up') {
        expect(await refusal(await read(id))).toEqual(unavailable)
        await expect.poll(isReady).toBe(503)
      }
      expect(server.logged.join('')).not.toContain(s3.settings.secretAccessKey.toLowerCase())
      s3.setBehaviour('open')
      await expect.poll(isReady).toBe(200)
      expect((await upload()).status).toBe(200)
      expect(Buffer.compare(new Uint8Array(await (await read(id)).arrayBuffer()), bytes)).toBe(0)
      expect(s3.keys()).toHaveLength(storedCount)
    },
  )

  it('(half down) breaks off the response', async () => {
    const s3 = await testS3()
    const { upload, read } = await startSignedInServer(s3.environment)
    const { id } = await (await upload()).json()
    s3.setBehaviour('half down')
    await expect(read(id).then(response => response.arrayBuffer())).rejects.toThrow()
    s3.setBehaviour('open')
    expect((await (await read(id)).arrayBuffer()).byteLength).toBe(bytes.byteLength)
  })
})

describe('a start', () => {
  const sentence = async (environment: Record<string, string>) => {
    const { ended } = startProcess(workingFolder(), environment)
    const { code, stderr } = await ended
    expect(code).toBe(1)
    return stderr
  }

  it.each<[S3Behaviour, RegExp]>([
    ['refused', /^DOCUMENTS: the bucket school-files at \S+ cannot be used \(403 AccessDenied\)\.\n$/],
    ['busy', /^DOCUMENTS: the bucket school-files at \S+ cannot be used \(503 SlowDown\)\.\n$/],
    ['half up', /^DOCUMENTS: the bucket school-files at \S+ cannot be used \(.+\)\.\n$/],
  ])('with S3 that is %s fails with one sentence', async (failure, message) => {
    const s3 = await testS3()
    s3.setBehaviour(failure)
    expect(await sentence(s3.environment)).toMatch(message)
  })

  it('without S3, or without the bucket, fails with one sentence', async () => {
    const s3 = await testS3()
    expect(await sentence({ ...s3.environment, S3_ENDPOINT: 'http://127.0.0.1:9' })).toMatch(
      /^DOCUMENTS: the bucket school-files at 127\.0\.0\.1:9 cannot be used \(.+\)\.\n$/,
    )
    expect(await sentence({ ...s3.environment, DOCUMENTS: 's3://another' })).toMatch(
      /^DOCUMENTS: the bucket another at \S+ cannot be used \(404 NoSuchBucket\)\.\n$/,
    )
  })

  it('with a file as documents folder fails with the next step', async () => {
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    for (const DOCUMENTS of [file, join(file, 'within')])
      expect(await sentence({ DOCUMENTS })).toMatch(/^DOCUMENTS: the folder \S+ .+\.\n$/)
  })

  it.skipIf(process.getuid?.() === 0)('with a folder that is not writable fails with a reason', async () => {
    const folder = join(temporaryDirectory(), 'files')
    mkdirSync(folder, { mode: 0o500 })
    expect(await sentence({ DOCUMENTS: folder })).toMatch(/cannot be used \(EACCES\)/)
  })

  it('with another place for documents is refused without data loss', async () => {
    const directory = temporaryDirectory()
    const DATA_DIR = join(directory, 'data')
    const DOCUMENTS = join(directory, 'files')
    const first = await startSignedInServer({ DATA_DIR, DOCUMENTS })
    const { id } = await (await first.upload()).json()
    await first.server.stop()
    const other = testSettings({ DATA_DIR, DOCUMENTS: join(directory, 'other') })
    await expect(testServer(other)).rejects.toThrow(/^DOCUMENTS: the folder \S+ cannot be used/)
    const again = await startSignedInServer({ DATA_DIR, DOCUMENTS })
    expect((await (await again.read(id)).arrayBuffer()).byteLength).toBe(bytes.byteLength)
  })
})

describe('the documents folder', () => {
  it('is not created again after it was unmounted', async () => {
    const DOCUMENTS = join(temporaryDirectory(), 'files')
    const { upload, read, isReady } = await startSignedInServer({ DOCUMENTS })
    const { id } = await (await upload()).json()
    renameSync(DOCUMENTS, `${DOCUMENTS}-away`)
    mkdirSync(DOCUMENTS)
    await expect.poll(isReady).toBe(503)
    expect(await refusal(await upload())).toEqual(unavailable)
    expect(readdirSync(DOCUMENTS)).toEqual([])
    rmSync(DOCUMENTS, { recursive: true })
    renameSync(`${DOCUMENTS}-away`, DOCUMENTS)
    await expect.poll(isReady).toBe(200)
    expect((await (await read(id)).arrayBuffer()).byteLength).toBe(bytes.byteLength)
  })

  it('gives 503 while it is missing, and works again afterwards', async () => {
    const DOCUMENTS = join(temporaryDirectory(), 'files')
    const { upload, read, isReady } = await startSignedInServer({ DOCUMENTS })
    const { id } = await (await upload()).json()
    renameSync(DOCUMENTS, `${DOCUMENTS}-away`)
    writeFileSync(DOCUMENTS, '')
    expect(await refusal(await upload())).toEqual(unavailable)
    expect(await refusal(await read(id))).toEqual(unavailable)
    await expect.poll(isReady).toBe(503)
    rmSync(DOCUMENTS)
    renameSync(`${DOCUMENTS}-away`, DOCUMENTS)
    await expect.poll(isReady).toBe(200)
    expect((await upload()).status).toBe(200)
    expect(Buffer.compare(new Uint8Array(await (await read(id)).arrayBuffer()), bytes)).toBe(0)
  })
})

describe('the DOCUMENTS setting', () => {
  const errorsOf = (environment: Record<string, string>) => {
    const read = readSettings(environment, [])
    return 'errors' in read ? read.errors : []
  }
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'the-secret' }
  it.each<[Record<string, string>, RegExp]>([
    [
      { DOCUMENTS: 's3://school' },
      /^S3_ENDPOINT and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set with DOCUMENTS\.$/,
    ],
    [{ DOCUMENTS: 's3://S', S3_ENDPOINT: 'https://s3.example', ...keys }, /or s3:\/\/bucket\/prefix/],
    [{ DOCUMENTS: 's3://school/a b', S3_ENDPOINT: 'https://s3.example', ...keys }, /s3:\/\/bucket\/prefix/],
    [{ DOCUMENTS: 's3://school', S3_ENDPOINT: 'https://s3.example/path', ...keys }, /a host without a path/],
    [{ DOCUMENTS: 's3://school', S3_ENDPOINT: 'minio:9000', ...keys }, /a host without a path/],
    [{ S3_ENDPOINT: 'https://s3.example' }, /^S3_ENDPOINT applies only to DOCUMENTS=s3/],
    [{ DOCUMENTS: 'file:///srv' }, /must be a folder, or/],
    [
      { DOCUMENTS: 'files', SERVICE_URL: 'https://a.example', CLIENT_ID: 'a', CLIENT_SECRET: 'b' },
      /^DOCUMENTS applies only to Staffroom's own service/,
    ],
  ])('%j is refused with one message, without the secret', (environment, message) => {
    const errors = errorsOf(environment)
    expect(errors).toEqual([expect.stringMatching(message)])
    expect(errors.join()).not.toContain('the-secret')
  })

  it.each<[string | undefined, object]>([
    [undefined, { kind: 'folder', path: resolve('data/documents') }],
    ['/srv/files', { kind: 'folder', path: '/srv/files' }],
    ['s3://school', { kind: 's3', bucket: 'school', prefix: '' }],
    ['s3://school/a/b/', { kind: 's3', bucket: 'school', prefix: 'a/b/', region: 'us-east-1' }],
  ])('%j is accepted', (DOCUMENTS, documents) => {
    const ofS3 = DOCUMENTS?.startsWith('s3') ? { S3_ENDPOINT: 'http://minio:9000', ...keys } : {}
    const read = readSettings({ ...(DOCUMENTS && { DOCUMENTS }), ...ofS3 }, [])
    expect('settings' in read && read.settings.documents).toMatchObject(documents)
  })
})
