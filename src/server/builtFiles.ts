import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

type BuiltFile = {
  bytes: Buffer
  /** Hash of the bytes, because file times may be fixed (images, Nix). */
  etag: string
  version: string
}

export type Encoding = 'br' | 'gzip'

const variants = {
  br: { suffix: '.br', decompress: promisify<Buffer, Buffer>(brotliDecompress) },
  gzip: { suffix: '.gz', decompress: promisify<Buffer, Buffer>(gunzip) },
}

const missingCodes = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'ELOOP']

/** Checks files with `stat`. Keeps none open, so slow clients can't use up descriptors. */
export function createBuiltFiles() {
  const cache = new Map<string, BuiltFile>()
  /** Plain file by a variant with the same content, because file times may be fixed or copied. */
  const plainFiles = new WeakMap<BuiltFile, BuiltFile>()

  async function find(path: string): Promise<BuiltFile | undefined> {
    const stats = await stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      if (missingCodes.includes(error.code ?? '')) return undefined
      throw error
    })
    if (!stats?.isFile()) return undefined
    const version = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join('-')
    const cachedFile = cache.get(path)
    if (cachedFile?.version === version) return cachedFile
    const bytes = await readFile(path)
    // An empty file is still being written.
    if (bytes.byteLength === 0 || BigInt(bytes.byteLength) !== stats.size)
      throw new Error('a file of the app is being written')
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    const file = { bytes, etag, version }
    cache.set(path, file)
    return file
  }

  /** Undefined for a variant of another version. */
  async function findVariant(path: string, plain: BuiltFile, encoding: Encoding) {
    const { suffix, decompress } = variants[encoding]
    const variant = await find(path + suffix)
    if (!variant || plainFiles.get(variant) === plain) return variant
    const unpacked = await decompress(variant.bytes).catch(() => undefined)
    if (!unpacked?.subarray(0, plain.bytes.byteLength).equals(plain.bytes)) return undefined
    if (unpacked.byteLength > plain.bytes.byteLength) throw new Error('a file of the app is truncated')
    plainFiles.set(variant, plain)
    return variant
  }

  return {
    /** Undefined without a file. Throws for a file that can't be read, is being written or is truncated. */
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
