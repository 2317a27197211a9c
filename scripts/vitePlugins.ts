import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { BuildRecord, BuiltChunk } from './buildRecord.ts'

const compressible = /\.(?:m?js|css|html|svg|json|webmanifest|wasm)$/

/** Writes `.br` and `.gz` beside every text file of the build, so that no host compresses while it serves. */
export function precompress(): Plugin {
  return {
    name: 'staffroom:precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          if (!compressible.test(fileName)) continue
          const source = Buffer.from(output.type === 'chunk' ? output.code : output.source)
          const brotli = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
        }
      },
    },
  }
}

/** Writes which modules ended up in which chunk, outside the served folder. The budget test reads it. */
export function recordBuild(file: string): Plugin {
  return {
    name: 'staffroom:record-build',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const local = (id: string) => relative(import.meta.dirname, id).replace(/^\.\.\//, '')
        const chunks: BuiltChunk[] = []
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk') continue
          chunks.push({
            file: output.fileName,
            entry: output.isEntry,
            starts: output.facadeModuleId === null ? null : local(output.facadeModuleId),
            imports: output.imports,
            loads: output.dynamicImports,
            css: [...(output.viteMetadata?.importedCss ?? [])],
            modules: output.moduleIds.map(local),
          })
        }
        const record: BuildRecord = { chunks }
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
      },
    },
  }
}

/** Takes the demo's worker script out again, which is in public/ because it must be served from the root. */
export function withoutDemoWorker(): Plugin {
  return {
    name: 'staffroom:without-demo-worker',
    apply: 'build',
    writeBundle(options) {
      if (options.dir) rmSync(join(options.dir, 'mockServiceWorker.js'), { force: true })
    },
  }
}
