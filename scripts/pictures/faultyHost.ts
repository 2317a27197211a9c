import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/server/log.ts'
import { readSettings } from '../../src/server/settings.ts'
import { startServer } from '../../src/server/startServer.ts'
import { faults } from '../../src/testing/faults/faultySchool.ts'

/** Serves the built app with a school with faults. `now` is in Unix ms. */
export async function serveFaults(now: number): Promise<{ address: string; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'staffroom-pictures-'))
  const read = readSettings({ PORT: '0', DATA_DIR: directory }, [])
  if (!('settings' in read)) throw new Error(JSON.stringify(read))
  const { url, stop } = await startServer({
    settings: read.settings,
    pagesDirectory: join(import.meta.dirname, '../../dist/app'),
    log: createLog({ write: () => undefined }),
    clock: () => now,
    rateLimit: 100_000,
    extension: faults,
  })
  return {
    address: url,
    async stop() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
