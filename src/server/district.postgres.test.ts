import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sharedDatabase } from '../testing/testPostgres.ts'
import {
  isInstalled,
  readSample,
  replaceValues,
  runProgram,
  securePage,
  secureSignIn,
  waitUntilStarted,
} from '../testing/testProxy.ts'
import { temporaryDirectory, testPort, testServer, testSettings } from '../testing/testServer.ts'
import { createSecrets } from './secrets.ts'

const schools = ['goethe', 'schiller'] as const

it('two schools share only PostgreSQL and the Caddy of docs/scale.md', async ({ skip }) => {
  skip(!isInstalled('caddy', 'version'), 'caddy is not installed')
  const { url, query } = await sharedDatabase()
  // Other tests share the roles of the server.
  const marker = randomBytes(4).toString('hex')
  const statements = replaceValues(readSample('scale.md', 'schools.sql'), {
    goethe: `goethe_${marker}`,
    schiller: `schiller_${marker}`,
  })
  const clear = async () => {
    for (const school of schools) {
      await query(`drop database if exists ${school}_${marker} with (force)`)
      await query(`drop role if exists ${school}_${marker}`)
    }
  }
  onTestFinished(clear)
  for (const statement of statements.split(';').filter(text => text.trim())) await query(statement)

  const start = async (school: (typeof schools)[number], password: string) => {
    const own = Object.assign(new URL(url), {
      ...{ username: `${school}_${marker}`, password, pathname: `/${school}_${marker}` },
    })
    const environment = {
      DATABASE_URL: own.href,
      PUBLIC_URL: `https://${school}.district.example`,
      DOCUMENTS: temporaryDirectory(),
      ...Object.fromEntries(
        createSecrets()
          .split('\n')
          .map(line => line.split('=')),
      ),
    }
    const running = await testServer(testSettings(environment, ['--empty']))
    const other = await testServer(testSettings(environment))
    return { environment, ports: [running.port, other.port], password: running.school?.firstPassword ?? '' }
  }
  const goethe = await start('goethe', 'a password of its own')
  const schiller = await start('schiller', 'another one')

  const port = await testPort()
  const folder = temporaryDirectory()
  const file = join(folder, 'Caddyfile')
  const plain = await testPort()
  writeFileSync(
    file,
    `{\nadmin off\nlocal_certs\nskip_install_trust\nhttps_port ${port}\nhttp_port ${plain}\ndefault_bind 127.0.0.1\n}\n${replaceValues(
      readSample('scale.md', 'Caddyfile of a district'),
      {
        '10.0.0.21:4001': `127.0.0.1:${goethe.ports[0]}`,
        '10.0.0.22:4001': `127.0.0.1:${goethe.ports[1]}`,
        '10.0.0.21:4002': `127.0.0.1:${schiller.ports[0]}`,
        '10.0.0.22:4002': `127.0.0.1:${schiller.ports[1]}`,
      },
    )}`,
  )
  const pageAt = (school: string, cookie?: string) =>
    securePage({ port, name: `${school}.district.example` }, cookie)
  await waitUntilStarted(
    runProgram('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      HOME: folder,
      XDG_DATA_HOME: folder,
    }),
    async () => (await pageAt('goethe').send('GET', '/readyz')).status === 200,
  )

  const [atGoethe, atSchiller] = [pageAt('goethe'), pageAt('schiller')]
  expect(await secureSignIn(atGoethe, 'admin', goethe.password)).toBe(200)
  // Same login name: password and session of one school are not valid at the other.
  expect(await secureSignIn(atSchiller, 'admin', goethe.password)).not.toBe(200)
  expect((await pageAt('schiller', atGoethe.cookie).send('GET', '/api/v2/me')).status).toBe(401)
  expect(await secureSignIn(atSchiller, 'admin', schiller.password)).toBe(200)
  const chat = { broadcast_only: false, files_allowed: true }
  expect((await atGoethe.send('POST', '/api/v2/chats', { ...chat, name: 'Of Goethe' })).status).toBe(200)
  expect(JSON.parse((await atGoethe.send('GET', '/api/v2/chats')).text)).toHaveLength(1)
  expect(JSON.parse((await atSchiller.send('GET', '/api/v2/chats')).text)).toEqual([])

  const misplaced = Object.assign(new URL(goethe.environment.DATABASE_URL), {
    pathname: `/schiller_${marker}`,
  })
  await expect(
    testServer(testSettings({ ...goethe.environment, DATABASE_URL: misplaced.href })),
  ).rejects.toThrow(/DATABASE_URL/)
})
