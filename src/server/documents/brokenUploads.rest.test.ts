import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageHeader } from '../../contract/session.ts'
import { startProcess, workingFolder } from '../../testing/testProcess.ts'
import { pageOn, signIn, temporaryDirectory } from '../../testing/testServer.ts'

const listFiles = (folder: string) =>
  existsSync(folder) ? readdirSync(join(folder, 'incoming'), { withFileTypes: true }) : []

/** Sends 2 MB of 4 MB. */
async function beginUpload(url: string, cookie: string): Promise<ClientRequest> {
  const sending = request(`${url.replace('localhost', '127.0.0.1')}/api/v2/documents`, {
    method: 'POST',
    headers: {
      [pageHeader]: '1',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: cookie,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': 4_000_000,
    },
  })
  sending.on('error', () => undefined)
  sending.write(
    '--x\r\nContent-Disposition: form-data; name="related_to"\r\n\r\nchat-message-file-new\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
  )
  sending.write(new Uint8Array(2_000_000))
  return sending
}

async function startWith(environment: Record<string, string>) {
  const started = startProcess(workingFolder(), environment)
  const url = await started.url
  const page = pageOn(url)
  await signIn(page, url, 'albrecht')
  return { ...started, begin: async () => beginUpload(await started.url, page.cookies.at(-1) ?? '') }
}

it('an aborted upload leaves no file, and logs no error', async () => {
  const DOCUMENTS = join(temporaryDirectory(), 'files')
  const { begin, process, ended } = await startWith({ DOCUMENTS })
  const sending = await begin()
  await expect.poll(() => listFiles(DOCUMENTS)).toHaveLength(1)
  sending.destroy()
  await expect.poll(() => listFiles(DOCUMENTS)).toEqual([])
  process.kill('SIGTERM')
  expect((await ended).stderr).not.toMatch(/"level":[56]0/)
})

it('a start deletes old files of interrupted uploads', async () => {
  const DOCUMENTS = join(temporaryDirectory(), 'files')
  const DATA_DIR = join(temporaryDirectory(), 'data')
  const first = await startWith({ DOCUMENTS, DATA_DIR })
  await first.begin()
  await first.begin()
  await expect.poll(() => listFiles(DOCUMENTS)).toHaveLength(2)
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')
  const [old, young] = listFiles(DOCUMENTS).map(file => file.name)
  const oldTime = Date.now() / 1000 - 2 * 3600
  utimesSync(join(DOCUMENTS, 'incoming', old ?? ''), oldTime, oldTime)
  await startWith({ DOCUMENTS, DATA_DIR })
  await expect.poll(() => listFiles(DOCUMENTS).map(file => file.name)).toEqual([young])
})
