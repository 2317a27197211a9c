import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { randomUuid } from '../lib/encoding.ts'
import { serviceSchema } from '../service/db/dialects.ts'
import { reservePort } from '../testing/reservePort.ts'
import { sharedDatabase } from '../testing/testPostgres.ts'
import { startProcess, workingFolder } from '../testing/testProcess.ts'
import { type Page, pageOn, signIn } from '../testing/testServer.ts'
import { openSqlite } from './sqlite.ts'

// Clients repeat each write with its key, as the delivery does.

/** Number of kills per database. `KILLS=100` gives the result in docs/benchmarks.md. */
const kills = Number(process.env.KILLS ?? 5)

/** Tables are named without a schema. */
type Query = (text: string) => Promise<Record<string, unknown>[]>

type Database = { environment: Record<string, string>; query: Query }

const databases: [string, (folder: string) => Promise<Database>][] = [
  [
    'SQLite',
    async folder => ({
      environment: {},
      async query(text) {
        const db = new Kysely<unknown>({ dialect: openSqlite(join(folder, 'data/staffroom.sqlite')) })
        const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db)
        await db.destroy()
        return rows
      },
    }),
  ],
  [
    'PostgreSQL',
    async () => {
      const { environment, query } = await sharedDatabase()
      const qualify = (text: string) => text.replace(/\bfrom (\w+)/g, `from ${serviceSchema}.$1`)
      return { environment, query: async text => (await query(qualify(text))).rows }
    },
  ],
]

it.each(databases)(
  'writes are applied exactly once while the process is killed, on %s',
  { timeout: 3_600_000 },
  async (_name, open) => {
    const folder = workingFolder()
    const { environment, query } = await open(folder)
    const { port, release } = await reservePort()
    onTestFinished(release)
    const url = `http://localhost:${port}`
    const settings = { ...environment, PUBLIC_URL: url, PORT: String(port), TRUSTED_PROXY: '127.0.0.1' }
    let running = startProcess(folder, settings)
    await running.url
    const page = pageOn(url)
    expect((await signIn(page, url, 'albrecht')).status).toBe(200)
    const people: { user: { id: number } }[] = await (await page.fetch('/api/v2/todos/1/submissions')).json()
    const pupil = people[0]?.user.id
    const before = await query(`select corrections from submissions where todo_id = 1 and user_id = ${pupil}`)

    const chats: number[] = []
    for (let round = 0; round < kills; round += 1) {
      const { id } = JSON.parse(
        await writeOnce(page, '/api/v2/chats', () => JSON.stringify({ name: `Once ${round}`, ...openChat })),
      )
      chats.push(id)
      const writes = [
        writeOnce(page, `/api/v2/chats/${id}/messages`, () => JSON.stringify({ text: `Once ${round}` })),
        writeOnce(page, `/api/v2/todos/1/submissions/${pupil}`, () =>
          JSON.stringify({ teacher_correction: `Once ${round}` }),
        ),
        writeOnce(page, '/api/v2/documents', () => upload(`once-${round}.txt`)),
        writeOnce(page, '/api/v2/permissions', () =>
          JSON.stringify({
            resource_ids: { chat_id: id },
            target_ids: { user_id: pupil },
            is_write: true,
            is_admin: false,
          }),
        ),
      ]
      // At another moment in each round.
      await wait(round % 25)
      running.process.kill('SIGKILL')
      await running.ended
      running = startProcess(folder, settings)
      await running.url
      await Promise.all(writes)
    }

    running.process.kill('SIGTERM')
    await running.ended
    const count = async (text: string) => Number((await query(text))[0]?.count)
    const inChats = `chat_id in (${chats.join()})`
    expect(await count(`select count(*) as count from messages where ${inChats}`)).toBe(kills)
    expect(await count(`select count(distinct chat_id) as count from messages where ${inChats}`)).toBe(kills)
    expect(await count(`select count(*) as count from documents where name like 'once-%'`)).toBe(kills)
    const granted = `from permissions where resource_field = 'chat_id' and user_id = ${pupil}
      and resource_id in (${chats.join()})`
    expect(await count(`select count(*) as count ${granted}`)).toBe(kills)
    const after = await query(`select corrections from submissions where todo_id = 1 and user_id = ${pupil}`)
    expect(Number(after[0]?.corrections)).toBe(Number(before[0]?.corrections) + kills)
  },
)

const openChat = { broadcast_only: false, files_allowed: true }

function upload(name: string): FormData {
  const form = new FormData()
  form.append('related_to', 'todo.1')
  form.append('file', new File(['x'.repeat(50_000)], name))
  return form
}

let sent = 0

/** Throws if the two responses differ. */
async function writeOnce(page: Page, path: string, body: () => string | FormData): Promise<string> {
  const key = `"${randomUuid()}"`
  const send = async (): Promise<string> => {
    for (;;) {
      sent += 1
      const content = body()
      const response = await page
        .fetch(path, {
          method: 'POST',
          body: content,
          headers: {
            ...(typeof content === 'string' && { 'Content-Type': 'application/json' }),
            'Idempotency-Key': key,
            // Rate limits are per address.
            'X-Forwarded-For': `127.1.${sent >> 8}.${sent & 255}`,
          },
        })
        .then(async received => ({ status: received.status, text: await received.text() }))
        .catch(() => undefined)
      if (response?.status === 200) return response.text
      // The process has ended, or another one holds the key.
      if (response && response.status < 500 && response.status !== 409) {
        throw new Error(`${path}: ${response.status} ${response.text}`)
      }
      await wait(50)
    }
  }
  const first = await send()
  expect(await send()).toBe(first)
  return first
}
