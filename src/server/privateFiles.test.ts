import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startProcess, workingFolder } from '../testing/testProcess.ts'
import { temporaryDirectory } from '../testing/testServer.ts'
import { openDataDirectory } from './dataDirectory.ts'

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
  documents: '700',
  'documents/incoming': '700',
  'documents/staffroom': '600',
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

  it('after others could open the folder', () => {
    const data = join(temporaryDirectory(), 'data')
    openDataDirectory(data)()
    writeFileSync(join(data, 'sessions.sqlite'), '')
    chmodSync(data, 0o777)
    openDataDirectory(data)()
    expect(readMode(data)).toBe('700')
  })

  it('and a folder with other content is refused', () => {
    const folder = temporaryDirectory()
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'somebody’s notes'), 'precious')
    expect(() => openDataDirectory(folder)).toThrow(
      `DATA_DIR ${folder} can be read by other users of this machine`,
    )
    expect(readMode(folder)).toBe('755')
    // Other content is allowed in a private folder.
    chmodSync(folder, 0o700)
    openDataDirectory(folder)()
    const empty = join(folder, 'empty')
    mkdirSync(join(empty, 'lost+found'), { recursive: true })
    chmodSync(empty, 0o777)
    openDataDirectory(empty)()
    expect(readMode(empty)).toBe('700')
  })
})
