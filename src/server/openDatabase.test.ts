import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testSize } from '../testing/testSize.ts'

let folder = ''
const workers: Worker[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-'))
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map(worker => worker.terminate()))
  await rm(folder, { recursive: true, force: true })
})

const starts = 4
// More rounds find rare races.
const rounds = testSize({ small: 6, full: 100 })

// Threads simulate processes that open the same new database.
const opening = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { module, paths, starts } = workerData
  const arrived = new Int32Array(workerData.arrived)
  const all = round => {
    Atomics.add(arrived, round, 1)
    Atomics.notify(arrived, round)
    for (let count = 0; (count = Atomics.load(arrived, round)) < starts; ) Atomics.wait(arrived, round, count)
  }
  const open = async (openSchool, path) => {
    const db = await openSchool(path)
    await db.destroy()
    return 'opened'
  }
  import(module).then(async ({ openSchool }) => {
    const results = []
    for (const [round, path] of paths.entries()) {
      all(round)
      results.push(await open(openSchool, path).catch(error => error.message))
    }
    parentPort.postMessage(results)
  })
`

it('is created once if several processes start at the same time', async () => {
  const workerData = {
    module: new URL('./openDatabase.ts', import.meta.url).href,
    paths: Array.from({ length: rounds }, (_, round) => join(folder, `${round}.sqlite`)),
    arrived: new SharedArrayBuffer(4 * rounds),
    starts,
  }
  for (let start = 0; start < starts; start += 1)
    workers.push(new Worker(opening, { eval: true, workerData }))
  const results: string[][] = await Promise.all(
    workers.map(async worker => (await once(worker, 'message'))[0]),
  )
  for (let round = 0; round < rounds; round += 1) {
    const messages = results.map(result => result[round])
    for (const message of messages) expect(message).toMatch(/^opened$|in use by another program/)
    expect(messages).toContain('opened')
  }
})
