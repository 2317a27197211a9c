import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.resolve('heic-to/csp'))), '../..')

/**
 * Lets the app import the decoder inside of heic-to, which the package does not export (src/ui/photos/decodeHeic.ts).
 * Adds its licence to the built files (NOTICE).
 */
export function heicDecoder(): Plugin {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const decoder = join(root, 'src/lib/libheif-without-unsafe-eval.js')
  return {
    name: 'staffroom:heic-decoder',
    config: () => ({ resolve: { alias: { 'heic-to/libheif': decoder } } }),
    generateBundle() {
      const source = readFileSync(join(root, 'LICENSE'))
      this.emitFile({ type: 'asset', fileName: `assets/heic-to-${version}/LICENSE`, source })
    },
  }
}

/** For workers. The decoder imports modules of Node, but uses them only there. */
export function heicDecoderInWorkers(): Plugin {
  const nodeModule = '\0node-module'
  return {
    name: 'staffroom:heic-decoder-in-workers',
    enforce: 'pre',
    resolveId: (id, importer) =>
      importer?.includes('/heic-to/') && ['fs', 'path', 'crypto'].includes(id) ? nodeModule : undefined,
    load: id => (id === nodeModule ? 'export default {}' : undefined),
  }
}
