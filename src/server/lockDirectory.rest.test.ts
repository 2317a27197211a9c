import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type ProcessResult, runMigrate, startProcess, workingFolder } from '../testing/testProcess.ts'
import { temporaryDirectory, testServer, testSettings } from '../testing/testServer.ts'

const refused = (directory: string): ProcessResult => ({
  code: 1,
  stdout: '',
  stderr: `DATA_DIR ${directory} is in use by another Staffroom. Stop it first, or use another folder. If none is running, the file system may not support locks.\n`,
})

it('one process uses a data directory at a time', async () => {
  const folder = workingFolder()
  const data = join(folder, 'data')
  const first = startProcess(folder)
  const url = await first.url
  expect(await startProcess(folder).ended).toEqual(refused(data))
  const foreign = { SERVICE_URL: 'http://localhost:9', CLIENT_ID: 'a', CLIENT_SECRET: 'b' }
  expect(await startProcess(folder, foreign).ended).toEqual(refused(data))
  expect(await runMigrate({ DATA_DIR: data })).toEqual(refused(data))
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  first.process.kill('SIGKILL')
  await first.ended
  expect((await runMigrate({ DATA_DIR: data })).stdout).toBe('The database is up to date.\n')
  const second = startProcess(folder)
  expect((await fetch(`${await second.url}/readyz`)).status).toBe(200)
  second.process.kill('SIGTERM')
  await second.ended
  expect((await fetch(`${await startProcess(folder).url}/readyz`)).status).toBe(200)
})

it('a refused start in the same process keeps the lock', async () => {
  const settings = testSettings()
  const first = await testServer(settings)
  const sentence = refused(settings.dataDirectory).stderr.trim()
  await expect(testServer(settings)).rejects.toThrow(sentence)
  const other = startProcess(workingFolder(), { DATA_DIR: settings.dataDirectory })
  expect(await other.ended).toEqual(refused(settings.dataDirectory))
  await first.stop()
  const second = await testServer(settings)
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
})

it('exactly one of two simultaneous starts gets the lock', async () => {
  const folder = temporaryDirectory()
  const script = join(folder, 'lock.mjs')
  const from = JSON.stringify(join(import.meta.dirname, 'dataDirectory.ts'))
  writeFileSync(
    script,
    `import { openDataDirectory } from ${from}
    let release
    process.on('message', ({ directory, at }) => {
      release?.()
      release = undefined
      while (Date.now() < at);
      try {
        release = openDataDirectory(directory)
      } catch {}
      process.send(release !== undefined)
    })`,
  )
  const processes = [1, 2].map(() => fork(script))
  onTestFinished(() => {
    for (const process of processes) process.kill('SIGKILL')
  })
  for (let round = 1; round <= 20; round += 1) {
    const directory = join(folder, String(round))
    mkdirSync(directory)
    const results = processes.map(process => once(process, 'message').then(([isLocked]) => isLocked))
    const startsAt = Date.now() + 3
    for (const process of processes) process.send({ directory, at: startsAt })
    expect((await Promise.all(results)).toSorted(), `round ${round}`).toEqual([false, true])
  }
})
