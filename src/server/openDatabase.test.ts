import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

// Threads stand for processes: each has a connection of its own, and waits for locks without holding up the others.
const opening = `
  const { workerData, parentPort } = require('node:worker_threads')
  import(workerData.module).then(async ({ openSchool }) => {
    const gate = new Int32Array(workerData.gate)
    Atomics.add(gate, 0, 1)
    while (Atomics.load(gate, 0) < workerData.starts) await new Promise(setImmediate)
    const db = await openSchool(workerData.path)
    await db.destroy()
    parentPort.postMessage('opened')
  }).catch(error => parentPort.postMessage(error.message))
`

it('is made by several starts at once, whichever of them makes which table', async () => {
  const starts = 4
  for (let round = 0; round < 6; round++) {
    const workerData = {
      module: new URL('./openDatabase.ts', import.meta.url).href,
      path: join(folder, `${round}.sqlite`),
      gate: new SharedArrayBuffer(4),
      starts,
    }
    const said = await Promise.all(
      Array.from({ length: starts }, async () => {
        const [message] = await once(new Worker(opening, { eval: true, workerData }), 'message')
        return message
      }),
    )
    for (const message of said) expect(message).toMatch(/^opened$|in use by another program/)
    expect(said).toContain('opened')
  }
})
