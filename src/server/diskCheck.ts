import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from '../service/db/dialects.ts'

/** Below this free space a check writes, in bytes. */
const enoughSpace = 8 * 1024 ** 2
/** Size of the file that a check writes, in bytes: a few times what a usual transaction needs. */
const probeSize = 256 * 1024

export type DiskCheck = ReturnType<typeof createDiskCheck>

/**
 * Detects a full disk (cases 56). `notice` receives every error of the server. `check` throws as long as nothing can be
 * written; it writes only after a write failed or if `directory` has little space. `directory` is null if no data is
 * stored on the local disk.
 */
export function createDiskCheck(directory: string | null) {
  let hasFailed = false
  return {
    notice(error: unknown): void {
      if (isDiskFull(error)) hasFailed = true
    },
    /** `write` does a small write to each database. */
    async check(write: () => Promise<unknown>): Promise<void> {
      if (!hasFailed && !(await isNearlyFull(directory))) return
      // The databases may have room in their own files while the disk is still full.
      if (directory !== null) await writeProbe(directory)
      await write()
      hasFailed = false
    },
  }
}

async function isNearlyFull(directory: string | null): Promise<boolean> {
  if (directory === null) return false
  // Some file systems don't tell. A failed write is noticed in any case.
  const space = await statfs(directory).catch(() => undefined)
  return space !== undefined && space.bavail * space.bsize < enoughSpace
}

async function writeProbe(directory: string): Promise<void> {
  const path = join(directory, `write-check-${process.pid}`)
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
