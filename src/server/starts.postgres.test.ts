import { type AddressInfo, createServer, Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { sharedDatabase } from '../testing/testPostgres.ts'
import { runMigrate, startProcess, workingFolder } from '../testing/testProcess.ts'
import { pageOn, signIn, testServer, testSettings } from '../testing/testServer.ts'
import { StartError } from './StartError.ts'

async function readRefusal(environment: Record<string, string>): Promise<string> {
  const error = await testServer(testSettings(environment)).catch((cause: unknown) => cause)
  if (!(error instanceof StartError)) throw error
  expect(error.sentences).toHaveLength(1)
  const [sentence = ''] = error.sentences
  expect(sentence).not.toMatch(/test@|:test|secret-of/)
  return sentence
}

it('ten processes that start at the same time create one school', async () => {
  const { environment, query } = await sharedDatabase()
  const started = Array.from({ length: 10 }, () => startProcess(workingFolder(), environment))
  const ports = await Promise.all(started.map(({ port }) => port))
  for (const port of ports) expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  const { rows } = await query(
    `select count(*)::int as people, count(distinct login)::int as logins from staffroom_service.users`,
  )
  expect(rows[0].people).toBeGreaterThan(20)
  expect(rows[0].logins).toBe(rows[0].people)
  const noted = await query(`select name from staffroom_service.facts where name = 'made_up_school'`)
  expect(noted.rows).toHaveLength(1)

  const [first = 0, ...otherPorts] = ports
  const page = pageOn(`http://localhost:${first}`)
  await signIn(page, `http://localhost:${first}`, 'albrecht')
  for (const port of otherPorts) {
    const elsewhere = pageOn(`http://localhost:${port}`, page.cookies)
    expect((await elsewhere.fetch('/api/v2/me')).status).toBe(200)
    const created = await elsewhere.fetch('/api/v2/chats', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `From ${port}`, broadcast_only: false, files_allowed: true }),
    })
    expect(created.status).toBe(200)
  }
})

it('npm run migrate creates the tables, also when run concurrently', async () => {
  const { environment, query } = await sharedDatabase()
  const ended = await Promise.all(Array.from({ length: 5 }, () => runMigrate(environment)))
  for (const { code, stdout, stderr } of ended)
    expect([code, stdout, stderr]).toEqual([0, 'The database is up to date.\n', ''])
  const { rows } = await query('select count(*)::int as people from staffroom_service.users')
  expect(rows).toEqual([{ people: 0 }])
  await testServer(testSettings(environment))
})

it('reports database errors with their reason', async () => {
  const { environment, url, query } = await sharedDatabase()
  const changeUrl = (change: Partial<URL>) =>
    readRefusal({ ...environment, DATABASE_URL: Object.assign(new URL(url), change).href })
  expect(await changeUrl({ port: '1' })).toMatch(/at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/)
  expect(await changeUrl({ password: 'secret-of-nobody' })).toMatch(
    /password authentication failed for user "postgres"/,
  )
  expect(await changeUrl({ pathname: '/nowhere' })).toMatch(/nowhere .* does not exist/)
  const web = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>(resolve => web.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void web.close())
  const { port } = web.address() as AddressInfo
  expect(await changeUrl({ port: String(port) })).toMatch(/cannot be used: /)

  await query(`create role stranger login password 'stranger'`)
  onTestFinished(async () => void (await query('drop owned by stranger; drop role stranger')))
  const asStranger = { username: 'stranger', password: 'stranger' }
  expect(await changeUrl(asStranger)).toMatch(/cannot be used: permission denied for database/)
  // Existing schemas are enough.
  await query('create schema staffroom_service authorization stranger')
  await query('create schema staffroom_gateway authorization stranger')
  const otherPassword = Object.assign(new URL(url), asStranger).href
  await testServer(testSettings({ ...environment, DATABASE_URL: otherPassword }))
})

it('refuses a foreign, newer or read-only database', async () => {
  const database = await sharedDatabase()
  await database.query('create schema staffroom_service; create table staffroom_service.recipes (name text)')
  await database.query('create table facts (recipe text)')
  expect(await readRefusal(database.environment)).toMatch(/tables of another program/)
  await database.query('drop table staffroom_service.recipes')
  const running = await testServer(testSettings(database.environment))
  await running.stop()

  const before = await database.query('select * from staffroom_service.facts order by name')
  await database.query(`update staffroom_service.facts set value = '999' where name = 'schema_version'`)
  expect(await readRefusal(database.environment)).toMatch(/version 999, newer/)
  const [version] = before.rows.filter(({ name }) => name === 'schema_version')
  await database.query(
    `update staffroom_service.facts set value = '${version.value}' where name = 'schema_version'`,
  )
  const setSessionVersion = (value: string) =>
    database.query(
      `update staffroom_gateway.gateway_facts set value = '${value}' where name = 'schema_version'`,
    )
  const sessions = await database.query(
    `select value from staffroom_gateway.gateway_facts where name = 'schema_version'`,
  )
  await setSessionVersion('9')
  expect(await readRefusal(database.environment)).toMatch(/version 9, newer/)
  await setSessionVersion(sessions.rows[0].value)

  const { rows } = await database.query('select current_database() as name')
  await database.query(`alter database ${rows[0].name} set default_transaction_read_only = on`)
  expect(await readRefusal(database.environment)).toMatch(/it is read-only/)
  const empty = await sharedDatabase()
  const found = await empty.query('select current_database() as name')
  await empty.query(`alter database ${found.rows[0].name} set default_transaction_read_only = on`)
  expect(await readRefusal(empty.environment)).toMatch(/it is read-only/)
})

it('refuses encodings other than Unicode, and accepts any collation', async () => {
  const { environment, query, url } = await sharedDatabase()
  const createDatabase = async (name: string, options: string) => {
    await query(`create database ${name} template template0 ${options}`)
    onTestFinished(async () => void (await query(`drop database ${name} with (force)`)))
    const other = new URL(url)
    other.pathname = `/${name}`
    return { ...environment, DATABASE_URL: other.href }
  }
  const marker = `t${process.pid}`
  expect(await readRefusal(await createDatabase(`${marker}_latin`, `encoding 'LATIN1' locale 'C'`))).toMatch(
    /stores text as LATIN1/,
  )
  const german = await createDatabase(
    `${marker}_german`,
    `encoding 'UTF8' locale_provider icu icu_locale 'de-DE' locale 'C'`,
  )
  await testServer(testSettings(german))
})

it('refuses the secrets of another installation until --change-secrets', async () => {
  const { environment } = await sharedDatabase()
  const first = await testServer(testSettings(environment))
  await first.stop()
  const otherEnvironment = { ...environment, SESSION_KEY: 'k'.repeat(43) }
  expect(await readRefusal(otherEnvironment)).toMatch(/differs from the value of other processes/)
  expect(await readRefusal({ ...environment, CLIENT_SECRET: 'secret-of-mine' })).toMatch(
    /differs from the value/,
  )
  const changed = await runMigrate(otherEnvironment, ['--change-secrets'])
  expect([changed.code, changed.stderr]).toEqual([0, ''])
  await testServer(testSettings(otherEnvironment))
})

it('answers 503 while the database is unreachable, and works again afterwards', async () => {
  const { environment, url } = await sharedDatabase()
  const relay = await startRelay(url)
  const server = await testServer(testSettings({ ...environment, DATABASE_URL: relay.url }))
  const local = `http://localhost:${server.port}`
  const page = pageOn(local)
  await signIn(page, local, 'albrecht')
  relay.disconnect()
  const statusOf = async (path: string) => (await fetch(local + path)).status
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  const away = await page.fetch('/api/v2/me')
  expect([away.status, away.headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect((await fetch(`${local}/api/v2/me`, { headers: { Authorization: 'Bearer nobody' } })).status).toBe(
    503,
  )
  relay.reconnect()
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  expect((await page.fetch('/api/v2/me')).status).toBe(200)
})

/** A relay whose connections can be cut. */
async function startRelay(url: string) {
  const to = new URL(url)
  const open = new Set<Socket>()
  let isDisconnected = false
  const server = createServer(downstream => {
    if (isDisconnected) return downstream.destroy()
    const upstream = new Socket().connect(Number(to.port), to.hostname)
    for (const [source, other] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      open.add(source)
      source.on('error', () => other.destroy()).on('close', () => other.destroy())
      source.pipe(other)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const from = new URL(url)
  from.port = String((server.address() as AddressInfo).port)
  return {
    url: from.href,
    disconnect() {
      isDisconnected = true
      for (const socket of open) socket.destroy()
      open.clear()
    },
    reconnect() {
      isDisconnected = false
    },
  }
}
