import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { readEvents } from '../testing/listenTo.ts'
import { sharedDatabase } from '../testing/testPostgres.ts'
import { runMigrate, startProcess, workingFolder } from '../testing/testProcess.ts'
import { isInstalled, readSample, replaceValues, runProgram, waitUntilStarted } from '../testing/testProxy.ts'
import {
  pageOn,
  signIn,
  temporaryDirectory,
  testPort,
  testServer,
  testSettings,
} from '../testing/testServer.ts'
import { StartError } from './StartError.ts'

/** Uses the pgbouncer.ini of docs/scale.md. */
async function startPooler(url: string): Promise<string> {
  const to = new URL(url)
  const folder = temporaryDirectory()
  const users = join(folder, 'userlist.txt')
  const port = await testPort()
  const config = replaceValues(readSample('scale.md', 'pgbouncer.ini'), {
    'host=10.0.0.10 port=5432 dbname=staffroom': `host=${to.hostname} port=${to.port} dbname=${to.pathname.slice(1)}`,
    '10.0.0.11': '127.0.0.1',
    '6432': String(port),
    '/etc/pgbouncer/userlist.txt': users,
    // Fewer connections than processes need, so that state of a single connection fails.
    'default_pool_size = 40': 'default_pool_size = 3\nunix_socket_dir =',
  })
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, config)
  writeFileSync(users, `"${to.username}" "${to.password}"\n`)
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0
  for (const path of [folder, file, users]) chmodSync(path, 0o755)
  const from = Object.assign(new URL(url), { port: String(port), pathname: '/staffroom' }).href
  await waitUntilStarted(runProgram('pgbouncer', isRoot ? ['-u', 'postgres', file] : [file]), async () => {
    await runQuery(from, 'select 1')
    return true
  })
  return from
}

async function runQuery(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

const readRefusal = (environment: Record<string, string>) =>
  testServer(testSettings(environment)).then(
    () => 'started',
    (error: unknown) => (error instanceof StartError ? error.sentences.join(' ') : String(error)),
  )

it.skipIf(!isInstalled('pgbouncer', '--version'))(
  'processes work behind the PgBouncer of docs/scale.md, and migrate with a direct connection',
  async () => {
    const { environment, url, query } = await sharedDatabase()
    const pooledEnvironment = {
      ...environment,
      DATABASE_URL: await startPooler(url),
      DATABASE_DIRECT_URL: url,
    }
    const migrated = await runMigrate(pooledEnvironment)
    expect([migrated.code, migrated.stdout, migrated.stderr]).toEqual([
      0,
      'The database is up to date.\n',
      '',
    ])
    const all = Array.from({ length: 5 }, () => startProcess(workingFolder(), pooledEnvironment))
    const ports = await Promise.all(all.map(({ port }) => port))
    const { rows } = await query(
      'select count(*)::int as people, count(distinct login)::int as logins from staffroom_service.users',
    )
    expect(rows[0].people).toBeGreaterThan(20)
    expect(rows[0].logins).toBe(rows[0].people)

    const [first = 0] = ports
    const page = pageOn(`http://localhost:${first}`)
    await signIn(page, `http://localhost:${first}`, 'albrecht')
    const pages = ports.map(port => pageOn(`http://localhost:${port}`, page.cookies))
    const created = await page.fetch('/api/v2/chats', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Pooled', broadcast_only: false, files_allowed: true }),
    })
    const { id } = await created.json()
    const texts = Array.from({ length: 40 }, (_, index) => `message ${index}`)
    const statuses = await Promise.all(
      texts.flatMap((text, index) => {
        const at1 = pages[index % pages.length] ?? page
        return [
          at1.fetch(`/api/v2/chats/${id}/messages`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ text }),
          }),
          at1.fetch('/api/v2/me'),
          at1.fetch('/api/v2/chats'),
        ].map(response => response.then(({ status }) => status))
      }),
    )
    expect(statuses.filter(status => status !== 200)).toEqual([])
    const body = await (await page.fetch(`/api/v2/chats/${id}/messages`)).json()
    expect(body.map((message: { text: string }) => message.text).sort()).toEqual(texts.sort())

    // LISTEN does not use the pooler.
    const { received } = readEvents(await (pages[1] ?? page).fetch('/api/v2/events'))
    const waitForEvent = () => received.map(event => `${event.kind} ${event.id}`)
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
    await pages[2]?.fetch(`/api/v2/chats/${id}/messages`, {
      ...init,
      body: JSON.stringify({ text: 'heard' }),
    })
    await expect.poll(waitForEvent).toContain(`message ${id}`)

    expect((await runQuery(pooledEnvironment.DATABASE_URL, 'show statement_timeout')).rows).toEqual([
      { statement_timeout: '30s' },
    ])
  },
)

it.skipIf(!isInstalled('pgbouncer', '--version'))(
  'a pooler without DATABASE_DIRECT_URL is refused with the next step',
  async () => {
    const { environment, url } = await sharedDatabase()
    const pooledEnvironment = { ...environment, DATABASE_URL: await startPooler(url) }
    expect(await readRefusal(pooledEnvironment)).toMatch(
      /^DATABASE_URL: .* Set DATABASE_DIRECT_URL for a pooler\./,
    )
    const unreachable = Object.assign(new URL(url), { port: '1' }).href
    expect(await readRefusal({ ...pooledEnvironment, DATABASE_DIRECT_URL: unreachable })).toMatch(
      /cannot be used: .* 127\.0\.0\.1:1\./,
    )
  },
)
