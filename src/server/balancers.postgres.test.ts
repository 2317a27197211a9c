import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sharedDatabase } from '../testing/testPostgres.ts'
import { startProcess, workingFolder } from '../testing/testProcess.ts'
import {
  createCertificate,
  isInstalled,
  readSample,
  replaceValues,
  runHaproxy,
  securePage,
  secureSignIn,
} from '../testing/testProxy.ts'
import { temporaryDirectory, testPort, testServer, testSettings } from '../testing/testServer.ts'

const name = 'staffroom.example'

/** Rate limits are per address. */
let requestCount = 0
function nextAddress() {
  requestCount += 1
  return { 'X-Test-Address': `203.0.${requestCount >> 16}.${(requestCount >> 8) % 256}` }
}

it('processes behind HAProxy are replaced in turn without a failed request', async ({ skip }) => {
  skip(!isInstalled('haproxy', '-v'), 'haproxy is not installed')
  const certificateFiles = createCertificate(name)
  if (!certificateFiles) return skip('openssl, which makes the certificate, is not installed')
  const both = join(temporaryDirectory(), 'both.pem')
  writeFileSync(
    both,
    readFileSync(certificateFiles.certificate, 'utf8') + readFileSync(certificateFiles.key, 'utf8'),
  )
  const { environment, query } = await sharedDatabase()
  const settings = { ...environment, PUBLIC_URL: `https://${name}` }
  const first = await testServer(testSettings(settings, ['--empty']))
  const password = first.school?.firstPassword ?? ''
  await first.stop()

  const getPorts = { one: await testPort(), two: await testPort() }
  const start = async (which: keyof typeof getPorts) => {
    const started = startProcess(workingFolder(), { ...settings, PORT: String(getPorts[which]) })
    await started.url
    return started
  }
  const processes = { one: await start('one'), two: await start('two') }
  const secure = await testPort()
  const { isUp } = await runHaproxy(
    replaceValues(readSample('scale.md', 'haproxy.cfg'), {
      'maxconn 50000': 'maxconn 500',
      '%[src]': '%[req.hdr(X-Test-Address)]',
      'bind :443': `bind 127.0.0.1:${secure}`,
      'bind :80': `bind 127.0.0.1:${await testPort()}`,
      '/etc/haproxy/staffroom.example.pem': both,
      '10.0.0.21:4000': `127.0.0.1:${getPorts.one}`,
      '10.0.0.22:4000': `127.0.0.1:${getPorts.two}`,
    }),
  )
  const page = securePage({ port: secure, name, address: nextAddress })
  expect(await secureSignIn(page, 'admin', password)).toBe(200)
  const chat = { name: 'Rolling', broadcast_only: false, files_allowed: true }
  const { id } = JSON.parse((await page.send('POST', '/api/v2/chats', chat)).text)

  const failures: string[] = []
  const sent: string[] = []
  const until = new AbortController()
  const work = async (number: number) => {
    const own = securePage({ port: secure, name, address: nextAddress }, page.cookie)
    const expectOk = async (method: string, path: string, json?: unknown) => {
      const result = await own.send(method, path, json).then(({ status }) => String(status), String)
      if (result !== '200') failures.push(`${method} ${path}: ${result}`)
    }
    for (let index = 0; !until.signal.aborted; index += 1) {
      const text = `${number} ${index}`
      sent.push(text)
      await expectOk('POST', `/api/v2/chats/${id}/messages`, { text })
      await expectOk('GET', '/api/v2/chats')
      await expectOk('GET', '/session')
    }
  }
  const working = Array.from({ length: 4 }, (_, number) => work(number))
  for (const which of ['one', 'two', 'one'] as const) {
    await expect.poll(() => isUp('processes', which)).toBe(true)
    await expect.poll(() => isUp('processes', which === 'one' ? 'two' : 'one')).toBe(true)
    processes[which].process.kill('SIGTERM')
    expect((await processes[which].ended).code).toBe(0)
    processes[which] = await start(which)
  }
  until.abort()
  await Promise.all(working)
  expect(failures).toEqual([])
  const { rows } = await query('select text from staffroom_service.messages')
  expect(rows.map(({ text }) => text).sort()).toEqual(sent.sort())
})
