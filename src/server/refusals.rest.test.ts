import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { type GatewaySchema, migrateGateway } from '../gateway/schema.ts'
import { migrate } from '../service/db/migrations.ts'
import type { Schema } from '../service/db/schema.ts'
import { startProcess, workingFolder } from '../testing/testProcess.ts'
import { openSqlite } from './sqlite.ts'

async function readRefusal(
  folder: string,
  environment?: Record<string, string>,
  args?: string[],
): Promise<string> {
  const { code, stdout, stderr } = await startProcess(folder, environment, args).ended
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).not.toMatch(/^\s+at /m)
  return stderr
}

it('names the invalid setting', async () => {
  expect(await readRefusal(workingFolder(), { PORT: 'eighty' })).toContain('PORT must be')
  expect(await readRefusal(workingFolder(), {}, ['--emtpy'])).toContain('--emtpy')
})

it('reports that the app is not built', async () => {
  const folder = workingFolder({ built: false })
  expect(await readRefusal(folder)).toContain('npm run build')
  expect(readdirSync(folder)).toEqual([])
})

it('reports that the data directory is not writable', async () => {
  const folder = workingFolder()
  const file = join(folder, 'a-file')
  writeFileSync(file, 'precious')
  for (const DATA_DIR of [file, join(file, 'below')]) {
    expect(await readRefusal(folder, { DATA_DIR })).toContain(`DATA_DIR ${DATA_DIR} cannot be used`)
  }
  expect(readFileSync(file, 'utf8')).toBe('precious')
})

it('reports that the port is in use, and writes no data', async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  const port = await new Promise<number>(resolve =>
    other.listen(0, '127.0.0.1', () => {
      const address = other.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  const folder = workingFolder()
  expect(await readRefusal(folder, { PORT: String(port) })).toContain(`Port ${port} is in use`)
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

it('reports that HOST is not an address of this machine', async () => {
  const environment = { HOST: '192.0.2.77', PUBLIC_URL: 'https://staffroom.example' }
  expect(await readRefusal(workingFolder(), environment, ['--empty'])).toContain('HOST 192.0.2.77')
})

it('refuses to serve the demo school to other machines', async () => {
  const folder = workingFolder()
  const environment = { HOST: '0.0.0.0', PUBLIC_URL: 'https://staffroom.example' }
  expect(await readRefusal(folder, environment)).toContain('passwords of the made-up school are public')
  const started = startProcess(folder)
  await started.url
  started.process.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
  expect(await readRefusal(folder, environment, ['--empty'])).toContain(
    'passwords of the made-up school are public',
  )
})

it.each(['staffroom.sqlite', 'sessions.sqlite'])(
  'reports that %s is no database, and does not change it',
  async name => {
    const folder = workingFolder()
    mkdirSync(join(folder, 'data'))
    const path = join(folder, 'data', name)
    const content = 'these are my notes, long enough to be a file of its own\n'.repeat(40)
    writeFileSync(path, content)
    expect(await readRefusal(folder)).toContain(`${path} cannot be used: `)
    expect(readFileSync(path, 'utf8')).toBe(content)
    rmSync(path)
    const open = () => new Kysely<{ recipes: { name: string } }>({ dialect: openSqlite(path) })
    const recipes = open()
    await recipes.schema.createTable('recipes').addColumn('name', 'text').execute()
    await recipes.destroy()
    expect(await readRefusal(folder)).toContain(`${path} cannot be used: `)
    const after = open()
    expect((await after.introspection.getTables()).map(table => table.name)).toEqual(['recipes'])
    await after.destroy()
  },
)

it('reports a damaged database', async () => {
  const folder = workingFolder()
  mkdirSync(join(folder, 'data'))
  const path = join(folder, 'data', 'staffroom.sqlite')
  const db = new Kysely<Schema>({ dialect: openSqlite(path) })
  await migrate(db)
  await db.destroy()
  const bytes = readFileSync(path)
  for (let offset = 8192; offset < bytes.length; offset += 1) bytes[offset] = 0xab
  writeFileSync(path, bytes)
  expect(await readRefusal(folder)).toContain('staffroom.sqlite cannot be used: ')
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

it('reports a database of a newer release, and keeps it', async () => {
  const folder = workingFolder()
  mkdirSync(join(folder, 'data'))
  const path = join(folder, 'data', 'staffroom.sqlite')
  const open = () => new Kysely<Schema>({ dialect: openSqlite(path) })
  const db = open()
  await migrate(db)
  await db.updateTable('facts').set({ value: '999' }).where('name', '=', 'schema_version').execute()
  await db.destroy()
  expect(await readRefusal(folder)).toMatch(/version 999, newer/)
  const after = open()
  expect(await after.selectFrom('facts').selectAll().execute()).toEqual([
    { name: 'schema_version', value: '999' },
  ])
  expect(await after.selectFrom('users').selectAll().execute()).toEqual([])
  await after.destroy()
})

it('reports sessions of a newer release', async () => {
  const folder = workingFolder()
  mkdirSync(join(folder, 'data'))
  const db = new Kysely<GatewaySchema>({ dialect: openSqlite(join(folder, 'data', 'sessions.sqlite')) })
  await migrateGateway(db)
  await db.updateTable('gateway_facts').set({ value: '9' }).execute()
  await db.destroy()
  expect(await readRefusal(folder)).toMatch(/sessions\.sqlite cannot be used: This database is of version 9/)
})

it('reports a damaged secret, and does not replace it', async () => {
  const folder = workingFolder()
  mkdirSync(join(folder, 'data'))
  const path = join(folder, 'data', 'session-key')
  writeFileSync(path, 'short')
  expect(await readRefusal(folder)).toContain(`${path} is damaged`)
  expect(readFileSync(path, 'utf8')).toBe('short')
})
