import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startProcess, workingFolder } from '../testing/testProcess.ts'
import { temporaryDirectory } from '../testing/testServer.ts'
import { prepareDataDirectory, readOrCreateSecret, restrictDatabase } from './dataDirectory.ts'
import { openSqlite } from './sqlite.ts'

const readMode = (path: string) => (statSync(path).mode & 0o777).toString(8)
const readModes = (folder: string) =>
  Object.fromEntries([
    ['.', readMode(folder)],
    ...readdirSync(folder, { recursive: true }).map(name => [
      String(name),
      readMode(join(folder, String(name))),
    ]),
  ])

const closed = {
  '.': '700',
  'client-secret': '600',
  'session-key': '600',
  'sessions.sqlite': '600',
  'sessions.sqlite-shm': '600',
  'sessions.sqlite-wal': '600',
  'staffroom.sqlite': '600',
  'staffroom.sqlite-shm': '600',
  'staffroom.sqlite-wal': '600',
}

describe('files of the server are private to their owner', () => {
  it('with umask 0', async () => {
    const folder = workingFolder()
    const started = startProcess(folder, {}, ['--empty'], 'umask 0')
    await started.url
    expect(readModes(join(folder, 'data'))).toEqual({ ...closed, 'lock.sqlite': '600' })
  })

  it('without the umask that the program sets', () => {
    const folder = temporaryDirectory()
    const from = (file: string) => JSON.stringify(join(import.meta.dirname, file))
    const script = `
      const { prepareDataDirectory, readOrCreateSecret } = await import(${from('dataDirectory.ts')})
      const { openSchool, openSessions } = await import(${from('openDatabase.ts')})
      const data = ${JSON.stringify(join(folder, 'data'))}
      prepareDataDirectory(data)
      for (const name of ['client-secret', 'session-key']) readOrCreateSecret(data, name)
      const sessions = await openSessions(data + '/sessions.sqlite')
      const school = await openSchool(data + '/staffroom.sqlite')
      const { readdirSync, statSync } = await import('node:fs')
      const modes = { '.': statSync(data).mode & 0o777 }
      for (const name of readdirSync(data)) modes[name] = statSync(data + '/' + name).mode & 0o777
      console.log(JSON.stringify(modes))
      // Keep both open until now: SQLite deletes the -wal and -shm files of a closed database.
      await Promise.all([sessions.destroy(), school.destroy()])`
    const shell = ['-c', 'umask 0 && exec "$0" --input-type=module -e "$1"', process.execPath, script]
    const { stdout, stderr } = spawnSync('/bin/sh', shell, { encoding: 'utf8' })
    const modes: Record<string, number> = JSON.parse(stdout || JSON.stringify(stderr))
    const written = Object.fromEntries(Object.entries(modes).map(([name, mode]) => [name, mode.toString(8)]))
    expect(written).toEqual(closed)
  })

  it('after others could read them, including files next to a database', async () => {
    const data = join(temporaryDirectory(), 'data')
    mkdirSync(data)
    const path = join(data, 'staffroom.sqlite')
    const opened = openSqlite(path)
    readOrCreateSecret(data, 'session-key')
    for (const name of ['.', ...readdirSync(data)]) chmodSync(join(data, name), name === '.' ? 0o777 : 0o666)
    prepareDataDirectory(data)
    restrictDatabase(path)
    readOrCreateSecret(data, 'session-key')
    expect(readModes(data)).toEqual({
      '.': '700',
      'session-key': '600',
      'staffroom.sqlite': '600',
      'staffroom.sqlite-shm': '600',
      'staffroom.sqlite-wal': '600',
    })
    await new Kysely({ dialect: opened }).destroy()
  })

  it('and a folder with other content is refused', () => {
    const folder = temporaryDirectory()
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'somebody’s notes'), 'precious')
    expect(() => prepareDataDirectory(folder)).toThrow(
      `DATA_DIR ${folder} can be read by other users of this machine and contains other files`,
    )
    expect(readMode(folder)).toBe('755')
    // Other content is allowed in a private folder.
    chmodSync(folder, 0o700)
    prepareDataDirectory(folder)
    const empty = join(folder, 'empty')
    mkdirSync(join(empty, 'lost+found'), { recursive: true })
    chmodSync(empty, 0o777)
    prepareDataDirectory(empty)
    expect(readMode(empty)).toBe('700')
  })
})
