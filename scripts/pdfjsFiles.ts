import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist'))), '..')

/** Files of pdfjs-dist to serve. No WebAssembly, because the content security policy forbids it. */
const folders: Record<string, RegExp> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(?:pfb|ttf)$|^LICENSE/,
  wasm: /_nowasm_fallback\.js$|^LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG)$/,
}

/**
 * Adds fonts, East Asian characters and decoders for scanned pages: 3 MB, fetched when a page needs them
 * (src/ui/viewer/openPdf.ts).
 */
export function pdfjsFiles(): Plugin {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const base = `assets/pdfjs-${version}`
  return {
    name: 'staffroom:pdfjs-files',
    generateBundle() {
      for (const [folder, wanted] of Object.entries(folders)) {
        for (const name of readdirSync(join(root, folder)).filter(file => wanted.test(file))) {
          const source = readFileSync(join(root, folder, name))
          this.emitFile({ type: 'asset', fileName: `${base}/${folder}/${name}`, source })
        }
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, (request, response, next) => {
        const path = (request.url ?? '').split('?', 1)[0] ?? ''
        const folder = basename(dirname(path))
        const name = basename(path)
        const file = join(root, folder, name)
        if (!folders[folder]?.test(name) || !existsSync(file)) return next()
        response.setHeader(
          'Content-Type',
          name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
        )
        createReadStream(file)
          .on('error', () => response.destroy())
          .pipe(response)
      })
    },
  }
}
