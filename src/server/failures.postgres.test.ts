import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { ownPostgres } from '../testing/ownPostgres.ts'
import { testBalancer } from '../testing/testBalancer.ts'
import { environmentOf, sharedDatabase } from '../testing/testPostgres.ts'
import { type StartedProcess, startProcess, workingFolder } from '../testing/testProcess.ts'
import { type Page, pageOn, signIn, testServer, testSettings } from '../testing/testServer.ts'

// Clients write through a balancer, and read their writes.

const longTimeout = { timeout: 600_000 }

async function startInstallation(environment: Record<string, string>) {
  const folder = workingFolder()
  const balancer = await testBalancer()
  const all = { ...environment, PUBLIC_URL: balancer.url, TRUSTED_PROXY: '127.0.0.1' }
  const start = (): StartedProcess => startProcess(folder, all)
  const processes = [start(), start()]
  const updateBalancer = async () =>
    balancer.setProcesses(await Promise.all(processes.map(({ port }) => port)))
  await updateBalancer()
  return {
    url: balancer.url,
    processes,
    endOf: async (index: number) => (await processes[index]?.ended)?.code,
    /** Resolves when the balancer uses the new process. */
    async restartProcess(index: number) {
      await processes[index]?.ended
      processes[index] = start()
      await updateBalancer()
    },
  }
}

/** Each text is written once. */
async function startClients(url: string) {
  const page = pageOn(url)
  expect((await signIn(page, url, 'albrecht')).status).toBe(200)
  const chatId = await newChat(page)
  const path = `/api/v2/chats/${chatId}/messages`
  const acknowledged: string[] = []
  const sent: string[] = []
  const failures: (number | string)[] = []
  let isOver = false
  const statusOf = (request: Promise<Response>) =>
    request.then(
      async response => {
        await response.arrayBuffer()
        return response.status
      },
      () => 'no answer',
    )
  let requestCount = 0
  /** Rate limits are per address. */
  const nextAddress = () => {
    requestCount += 1
    return { 'X-Forwarded-For': `127.1.${requestCount >> 8}.${requestCount & 255}` }
  }
  const write = async (client: number) => {
    for (let index = 0; !isOver; index += 1) {
      const text = `Person ${client} says ${index}`
      sent.push(text)
      const written = await statusOf(
        page.fetch(path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...nextAddress() },
          body: JSON.stringify({ text }),
        }),
      )
      if (written === 200) acknowledged.push(text)
      else failures.push(written)
      const read = await statusOf(page.fetch('/api/v2/chats', { headers: nextAddress() }))
      if (read !== 200) failures.push(read)
      // As fast as a user types, so that new processes have CPU time.
      await wait(50)
    }
  }
  const working = Promise.all(Array.from({ length: 6 }, (_, client) => write(client)))
  return {
    acknowledged,
    failures,
    async waitForWrites() {
      const { length } = acknowledged
      await expect.poll(() => acknowledged.length, { interval: 50 }).toBeGreaterThan(length + 12)
    },
    /** Compares acknowledged messages with stored ones. */
    async expectNoLostWrites() {
      isOver = true
      await working
      const rows: { text: string }[] = await (await page.fetch(path)).json()
      const stored = rows.map(({ text }) => text)
      expect(stored.length).toBe(new Set(stored).size)
      expect(stored).toEqual(expect.arrayContaining(acknowledged))
      expect(sent).toEqual(expect.arrayContaining(stored))
    },
  }
}

async function newChat(page: Page): Promise<number> {
  const created = await page.fetch('/api/v2/chats', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'While it goes wrong', broadcast_only: false, files_allowed: true }),
  })
  return (await created.json()).id
}

async function database() {
  const postgres = await ownPostgres()
  onTestFinished(postgres.end)
  return { postgres, environment: environmentOf(postgres.url) }
}

it('processes are replaced in turn without a failed request', longTimeout, async () => {
  const { environment } = await database()
  const { url, processes, endOf, restartProcess } = await startInstallation(environment)
  const { waitForWrites, failures, expectNoLostWrites } = await startClients(url)
  for (const index of [0, 1]) {
    await waitForWrites()
    processes[index]?.process.kill('SIGTERM')
    expect(await endOf(index)).toBe(0)
    await restartProcess(index)
  }
  await waitForWrites()
  expect(failures).toEqual([])
  await expectNoLostWrites()
})

it('a process is killed ten times, and the other continues', longTimeout, async () => {
  const { environment } = await database()
  const { url, processes, restartProcess } = await startInstallation(environment)
  const { waitForWrites, expectNoLostWrites } = await startClients(url)
  for (let round = 0; round < 10; round += 1) {
    await waitForWrites()
    processes[round % 2]?.process.kill('SIGKILL')
    await waitForWrites()
    await restartProcess(round % 2)
  }
  await waitForWrites()
  await expectNoLostWrites()
})

it('each acknowledged write is stored once while PostgreSQL is killed ten times', longTimeout, async () => {
  const { postgres, environment } = await database()
  const { url, processes } = await startInstallation(environment)
  const { waitForWrites, failures, expectNoLostWrites } = await startClients(url)
  for (let round = 0; round < 10; round += 1) {
    await waitForWrites()
    await (round % 2 === 0 ? postgres.stop() : postgres.kill())
    await postgres.start()
    await waitForWrites()
  }
  await expectNoLostWrites()
  expect([...new Set(failures)]).toEqual([503])
  for (const { process } of processes) expect(process.exitCode).toBeNull()
})

/** Imitates PostgreSQL with a full disk (53100). */
const fullDisk = `
  create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create trigger no_room before insert on staffroom_service.messages execute function no_room()`

it.each([
  ['full', fullDisk, 'drop function no_room cascade', 'disk_full'],
  [
    'read-only',
    'alter database :it set default_transaction_read_only = on',
    'alter database :it reset all',
    'unavailable',
  ],
])(
  'a database that is %s gives 503 until it works again',
  async (_what, breakDatabase, repairDatabase, reason) => {
    const { environment, query } = await sharedDatabase()
    const { port } = await testServer(testSettings(environment))
    const page = pageOn(`http://localhost:${port}`)
    await signIn(page, `http://localhost:${port}`, 'albrecht')
    const path = `/api/v2/chats/${await newChat(page)}/messages`
    const write = (text: string) =>
      page.fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ text }),
      })
    const { rows } = await query('select current_database() as name')
    const [{ name }] = rows
    const everyConnectionIsNew = `set default_transaction_read_only = off; select pg_terminate_backend(pid)
    from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
    const change = async (statement: string) => {
      await query(statement.replace(':it', name))
      await query(everyConnectionIsNew)
    }
    await change(breakDatabase)
    // Its connection was just terminated.
    await expect
      .poll(async () => {
        const refused = await write('Not kept')
        return [refused.status, refused.headers.has('Retry-After'), (await refused.json()).error?.name]
      })
      .toEqual([503, true, reason])
    const isReady = async () => (await fetch(`http://localhost:${port}/readyz`)).status
    await change(repairDatabase)
    await expect.poll(async () => (await write('Kept')).status).toBe(200)
    await expect.poll(isReady).toBe(200)
    const texts = (await (await page.fetch(path)).json()).map(({ text }: { text: string }) => text)
    expect(new Set(texts)).toEqual(new Set(['Kept']))
  },
)
