import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

export type BuiltFile = {
  bytes: Buffer
  /** Hash of the bytes, because file times may be fixed (images, Nix). */
  etag: string
}

export type Encoding = 'br' | 'gzip'

const variants: Record<Encoding, { suffix: string; decompress(bytes: Buffer): Promise<Buffer> }> = {
  br: { suffix: '.br', decompress: promisify(brotliDecompress) },
  gzip: { suffix: '.gz', decompress: promisify(gunzip) },
}

type Match = 'same' | 'other' | 'truncated'

type CachedFile = BuiltFile & {
  version: string
  matches: Map<Encoding, { variantVersion: string; match: Match }>
}

/** In bytes. */
const maxFileBytes = 32 * 1024 ** 2
const maxReads = 3

const missingCodes = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EINVAL', 'ELOOP']

/** Checks files with `stat`. Keeps none open, so slow clients can't use up descriptors. */
export function createBuiltFiles(maxBytes = 64 * 1024 ** 2) {
  const cache = new Map<string, CachedFile>()
  const loading = new Map<string, Promise<CachedFile | undefined>>()
  let cachedBytes = 0

  function removeFromCache(path: string) {
    cachedBytes -= cache.get(path)?.bytes.byteLength ?? 0
    cache.delete(path)
  }

  function addToCache(path: string, file: CachedFile) {
    removeFromCache(path)
    cache.set(path, file)
    cachedBytes += file.bytes.byteLength
    for (const oldest of cache.keys()) {
      if (cachedBytes <= maxBytes) break
      removeFromCache(oldest)
    }
  }

  async function load(path: string): Promise<CachedFile | undefined> {
    const file = await readStableFile(path)
    if (file) addToCache(path, file)
    else removeFromCache(path)
    return file
  }

  async function find(path: string): Promise<CachedFile | undefined> {
    const stats = await undefinedIfMissing(stat(path, { bigint: true }))
    const cachedFile = cache.get(path)
    if (stats && cachedFile?.version === getVersion(stats)) {
      addToCache(path, cachedFile)
      return cachedFile
    }
    if (!stats?.isFile()) {
      removeFromCache(path)
      return undefined
    }
    const pending = loading.get(path) ?? load(path).finally(() => loading.delete(path))
    loading.set(path, pending)
    return pending
  }

  /** Undefined for a variant of another version. */
  async function findVariant(path: string, plain: CachedFile, encoding: Encoding) {
    const variant = await find(path + variants[encoding].suffix)
    if (!variant) return undefined
    // File times may be fixed or copied.
    let comparison = plain.matches.get(encoding)
    if (comparison?.variantVersion !== variant.version) {
      const unpacked = await variants[encoding].decompress(variant.bytes).catch(() => undefined)
      comparison = { variantVersion: variant.version, match: compareVariant(plain.bytes, unpacked) }
      plain.matches.set(encoding, comparison)
    }
    if (comparison.match === 'truncated') throw new Error('a file of the app is truncated')
    return comparison.match === 'same' ? variant : undefined
  }

  return {
    /**
     * Undefined without a file. Throws errors of the file system, and an Error for a file that is being written or
     * truncated.
     */
    async read(
      path: string,
      accepted: readonly Encoding[],
    ): Promise<{ file: BuiltFile; encoding?: Encoding } | undefined> {
      const plain = await find(path)
      if (!plain) return undefined
      for (const encoding of accepted) {
        const file = await findVariant(path, plain, encoding)
        if (file) return { file, encoding }
      }
      return { file: plain }
    },
  }
}

function compareVariant(plain: Buffer, unpacked: Buffer | undefined): Match {
  if (!unpacked?.subarray(0, plain.byteLength).equals(plain)) return 'other'
  return unpacked.byteLength === plain.byteLength ? 'same' : 'truncated'
}

const getVersion = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats) => [ino, size, mtimeNs, ctimeNs].join('-')

async function readStableFile(path: string): Promise<CachedFile | undefined> {
  for (let reads = 0; reads < maxReads; reads += 1) {
    const handle = await undefinedIfMissing(open(path, 'r'))
    if (!handle) return undefined
    try {
      const statsBefore = await handle.stat({ bigint: true })
      if (!statsBefore.isFile()) return undefined
      if (statsBefore.size > maxFileBytes) throw new Error('a file of the app is too large to be served')
      const bytes = await handle.readFile()
      const version = getVersion(statsBefore)
      const isUnchanged = version === getVersion(await handle.stat({ bigint: true }))
      // An empty file is still being written.
      if (isUnchanged && bytes.byteLength > 0) {
        const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
        return { bytes, etag, version, matches: new Map() }
      }
    } finally {
      await handle.close()
    }
  }
  throw new Error('a file of the app is being written')
}

async function undefinedIfMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work
  } catch (error) {
    if (missingCodes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
