import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from '../service/db/dialects.ts'

/** Free space in bytes. Below it, a check writes. */
const defaultEnoughSpace = 8 * 1024 ** 2
/** In ms, because some file systems always report no free space. */
const writeIntervalMs = 5000
/** Several typical transactions, in bytes. */
const probeSize = 256 * 1024

export type DiskCheck = ReturnType<typeof createDiskCheck>

/**
 * Pass every error to `recordError`. `check` rejects while no write is possible (rule 56). It writes after a failed
 * write, and every 5 s on low space. `directory` is null with PostgreSQL.
 */
export function createDiskCheck(
  directory: string | null,
  { clock = Date.now, enoughSpace = defaultEnoughSpace } = {},
) {
  let hasFailed = false
  let checkedAt = Number.NEGATIVE_INFINITY
  return {
    recordError(error: unknown): void {
      if (isDiskFull(error)) hasFailed = true
    },
    async check(write: () => Promise<unknown>): Promise<void> {
      if (!hasFailed) {
        if (Math.abs(clock() - checkedAt) < writeIntervalMs) return
        if (directory === null || !(await hasLessSpaceThan(enoughSpace, directory))) return
      }
      try {
        // Databases may have free space in their own files.
        if (directory !== null) await writeProbe(directory)
        await write()
      } catch (error) {
        hasFailed = true
        throw error
      }
      hasFailed = false
      checkedAt = clock()
    },
  }
}

async function hasLessSpaceThan(bytes: number, directory: string): Promise<boolean> {
  const space = await statfs(directory).catch(() => undefined)
  return space !== undefined && space.bavail * space.bsize < bytes
}

async function writeProbe(directory: string): Promise<void> {
  // Crashes leave at most one file.
  const path = join(directory, 'write-check')
  try {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(new Uint8Array(probeSize))
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}
