import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { channel } from '../service/live/changeFeed.ts'
import { ownPostgres } from '../testing/ownPostgres.ts'
import { environmentOf, sharedDatabase } from '../testing/testPostgres.ts'
import { startProcess, workingFolder } from '../testing/testProcess.ts'
import { pageOn, signIn } from '../testing/testServer.ts'
import { openPostgres } from './postgres.ts'
import { createPostgresFeed } from './postgresFeed.ts'

async function startRelay(url: string) {
  let target = new URL(url)
  const open = new Set<Socket>()
  let opened = 0
  const server = createServer(from => {
    opened += 1
    const to = connect(Number(target.port), target.hostname)
    for (const [socket, otherUrl] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => otherUrl.destroy())
      socket.pipe(otherUrl)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    opened: () => opened,
    /** Connections stay open without data. */
    dropPackets() {
      for (const socket of open) socket.unpipe().pause()
    },
    /** For new connections. */
    redirectTo(otherUrl: string) {
      target = new URL(otherUrl)
    },
  }
}

it('drops a connection without response', async () => {
  const { url } = await sharedDatabase()
  const proxied = await startRelay(url)
  const postgres = openPostgres({ url: proxied.url, connections: 2, silenceTimeoutMs: 5000 })
  onTestFinished(() => postgres.close())
  const db = postgres.forSchema('public')
  const selectOne = () => sql<{ one: number }>`select 1 as one`.execute(db)
  await Promise.all([selectOne(), selectOne()])
  proxied.dropPackets()
  const written = db.transaction().execute(trx => sql`select 1`.execute(trx))
  await expect(written).rejects.toThrow('Query read timeout')
  await expect(selectOne()).rejects.toThrow('Query read timeout')
  for (let times = 0; times < 4; times += 1) expect((await selectOne()).rows).toEqual([{ one: 1 }])
})

it('drops a connection to a read-only server', async () => {
  const { url, query } = await sharedDatabase()
  await query('create table things (name text)')
  const postgres = openPostgres({ url, connections: 1 })
  onTestFinished(() => postgres.close())
  const db = postgres.forSchema('public')
  await sql`set session characteristics as transaction read only`.execute(db)
  const write = () => sql`insert into public.things values ('one')`.execute(db)
  await expect(write()).rejects.toThrow('read-only')
  await write()
  expect((await query('select name from things')).rows).toEqual([{ name: 'one' }])
})

it('migrations ignore the statement timeout of the database', async () => {
  const { url, query } = await sharedDatabase()
  await query(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = 100`)
  const unlimited = openPostgres({ url, connections: 1, isUnlimited: true })
  onTestFinished(() => unlimited.close())
  const slow = sql`select pg_sleep(0.5)`.execute(unlimited.forSchema('public'))
  await expect(slow).resolves.toBeDefined()
})

it('receives notifications from the new server after its host name changed', async () => {
  const { url } = await sharedDatabase()
  const proxied = await startRelay(url)
  const received: string[] = []
  const states: string[] = []
  const feed = createPostgresFeed({ url: proxied.url, report: () => undefined, renewIntervalMs: 300 })
  onTestFinished(
    feed.listen({
      onChanges: text => void received.push(text),
      onUp: () => void states.push('up'),
      onDown: () => void states.push('down'),
    }),
  )
  await expect.poll(() => states).toEqual(['up'])
  const notify = async (targetUrl: string, text: string) => {
    const client = new pg.Client({ connectionString: targetUrl })
    await client.connect()
    await client.query('select pg_notify($1, $2)', [channel, text])
    await client.end()
  }
  // The server stays the same, so no notification is lost.
  const opened = proxied.opened()
  const texts = Array.from({ length: 50 }, (_, index) => `before ${index}`)
  for (const text of texts) await notify(url, text)
  await expect.poll(() => texts.filter(text => !received.includes(text))).toEqual([])

  expect(proxied.opened()).toBeGreaterThan(opened)
  const otherUrl = await ownPostgres()
  onTestFinished(otherUrl.end)
  const before = states.length
  proxied.redirectTo(otherUrl.url)
  const otherServer = Object.assign(new URL(otherUrl.url), { pathname: new URL(url).pathname }).href
  const admin = new pg.Client({ connectionString: otherUrl.url })
  await admin.connect()
  await admin.query(`create database ${new URL(url).pathname.slice(1)}`)
  await admin.end()
  await expect.poll(() => states.slice(before)).toEqual(['down', 'up'])
  await notify(otherServer, 'after')
  await expect.poll(() => received).toContain('after')
})

it('stops in time while a statement hangs', async () => {
  const { url, query } = await sharedDatabase()
  const started = startProcess(workingFolder(), environmentOf(url))
  const address = `http://localhost:${await started.port}`
  const page = pageOn(address)
  expect((await signIn(page, address, 'albrecht')).status).toBe(200)
  const otherUrl = new pg.Client({ connectionString: url })
  await otherUrl.connect()
  onTestFinished(() => otherUrl.end())
  await otherUrl.query('begin')
  await otherUrl.query('lock table staffroom_service.chats in access exclusive mode')
  const pending = page.fetch('/api/v2/chats').then(
    ({ status }) => status,
    () => 'no answer',
  )
  await expect
    .poll(async () => {
      const waiting = await query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return waiting.rowCount
    })
    .toBeGreaterThan(0)
  started.process.kill('SIGTERM')
  const { code, stderr } = await started.ended
  // Otherwise the code would be 0.
  expect(code).toBe(1)
  expect(stderr).toContain('stopped before everything had closed')
  expect(await pending).toBe('no answer')
})
