import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { languageCodes } from '../src/lib/language.ts'
import type { BuildRecord, BuiltChunk } from './buildRecord.ts'
import { markBuilding } from './buildStamp.ts'
import { loadedWith } from './loadedWith.ts'

const compressible = /\.(?:m?js|css|html|svg|json|webmanifest|wasm)$/

/** Writes `.br` and `.gz` files next to every text file of the build, so that hosts need not compress. */
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

/** Writes the modules of each chunk to a file outside of the served folder. The budget test reads it. */
export function recordBuild(file: string): Plugin {
  return {
    name: 'staffroom:record-build',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, `${JSON.stringify(recordOf(bundle), null, 2)}\n`)
      },
    },
  }
}

function recordOf(bundle: Rolldown.OutputBundle): BuildRecord {
  const local = (id: string) => relative(import.meta.dirname, id).replace(/^\.\.\//, '')
  const chunks: BuiltChunk[] = []
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk') continue
    chunks.push({
      file: output.fileName,
      entry: output.isEntry,
      importedModule: output.facadeModuleId === null ? null : local(output.facadeModuleId),
      imports: output.imports,
      loads: output.dynamicImports,
      css: [...(output.viteMetadata?.importedCss ?? [])],
      modules: output.moduleIds.map(local),
    })
  }
  return { chunks }
}

/** Marks the page as the demo, for code that runs before the app (public/start.js). */
export function markedAsDemo(): Plugin {
  return {
    name: 'staffroom:marked-as-demo',
    transformIndexHtml: html => html.replace('<html ', '<html data-demo '),
  }
}

/** Modules whose files the page fetches while the app's script is still loading (public/start.js). */
const early = {
  timetable: ['src/features/timetable/TimetableScreen.tsx'],
  ...Object.fromEntries(
    languageCodes.flatMap(language => [
      [language, [`src/i18n/${language}.ts`]],
      [`timetable.${language}`, [`src/i18n/${language}/timetable.ts`]],
    ]),
  ),
}

/**
 * Passes the files to fetch early to the page's first script: those of the language, and of the screen with which most
 * visits begin.
 */
export function namesEarlyFiles(): Plugin {
  let base = '/'
  return {
    name: 'staffroom:names-early-files',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const record = recordOf(bundle)
        const shell = new Set(loadedWith(record, ['index.html']).map(({ file }) => file))
        const filesOf = (modules: readonly string[]) =>
          loadedWith(record, modules)
            .filter(({ file }) => !shell.has(file))
            .flatMap(({ file, css }) => [file, ...css])
            .map(file => base + file)
        const files = Object.fromEntries(
          Object.entries(early).map(([name, modules]) => [name, filesOf(modules)]),
        )
        const named = html.replace(
          /<script src="([^"]*start\.js)">/,
          `<script src="$1" data-early='${JSON.stringify(files)}'>`,
        )
        if (named === html) throw new Error('The page has no first script.')
        return named
      },
    },
  }
}

/**
 * Moves the app's styles after the first content of the page, which is rendered without them (index.html). The app
 * waits for both.
 */
export function stylesAfterShape(): Plugin {
  return {
    name: 'staffroom:styles-after-shape',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        if (links.length === 0) throw new Error('The page has no styles to move.')
        return links
          .reduce((rest, link) => rest.replace(link, ''), html)
          .replace(/ *<\/body>/, end => links.join('') + end)
      },
    },
  }
}

/** Marks the output as incomplete until the build has finished (scripts/buildStamp.ts). */
export function forgetStamp(): Plugin {
  let output = ''
  return {
    name: 'staffroom:forget-stamp',
    apply: 'build',
    configResolved(config) {
      output = resolve(config.root, config.build.outDir)
    },
    buildStart: () => markBuilding(output),
  }
}

/** Copies the page to 404.html, which static hosts show for unknown addresses. The app then reads the address. */
export function pageForUnknownAddresses(): Plugin {
  return {
    name: 'staffroom:page-for-unknown-addresses',
    apply: 'build',
    writeBundle(options) {
      const { dir } = options
      if (!dir) return
      for (const end of ['', '.br', '.gz']) {
        const page = join(dir, `index.html${end}`)
        if (existsSync(page)) copyFileSync(page, join(dir, `404.html${end}`))
      }
    },
  }
}

/** Removes the demo's worker script, which is in public/ because it must be served from the root. */
export function withoutDemoWorker(): Plugin {
  return {
    name: 'staffroom:without-demo-worker',
    apply: 'build',
    writeBundle(options) {
      if (options.dir) rmSync(join(options.dir, 'mockServiceWorker.js'), { force: true })
    },
  }
}
