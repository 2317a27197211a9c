import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { signIn as german } from '../src/i18n/de/signIn.ts'
import { signIn as english } from '../src/i18n/en/signIn.ts'
import { type Language, languageCodes } from '../src/lib/language.ts'
import { screens } from '../src/screens.ts'
import type { BuildRecord, BuiltChunk } from './buildRecord.ts'
import { markBuilding } from './buildStamp.ts'
import { loadedWith } from './loadedWith.ts'

const compressible = /\.(?:m?js|css|html|svg|json|webmanifest|wasm)$/

/** Writes `.br` and `.gz` versions of all text files, so that hosts need not compress. */
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

/** Writes the modules of each chunk to a file outside of the served folder, for the budget test. */
export function recordBuild(file: string): Plugin {
  return {
    name: 'staffroom:record-build',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, `${JSON.stringify(toBuildRecord(bundle), null, 2)}\n`)
      },
    },
  }
}

function toBuildRecord(bundle: Rolldown.OutputBundle): BuildRecord {
  const toLocalPath = (id: string) => relative(import.meta.dirname, id).replace(/^\.\.\//, '')
  const chunks: BuiltChunk[] = []
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk') continue
    chunks.push({
      file: output.fileName,
      entry: output.isEntry,
      importedModule: output.facadeModuleId === null ? null : toLocalPath(output.facadeModuleId),
      imports: output.imports,
      loads: output.dynamicImports,
      css: [...(output.viteMetadata?.importedCss ?? [])],
      modules: output.moduleIds.map(toLocalPath),
    })
  }
  return { chunks }
}

/** Marks the page as the demo, for public/start.js. */
export function markAsDemo(): Plugin {
  return {
    name: 'staffroom:mark-as-demo',
    transformIndexHtml: html => html.replace('<html ', '<html data-demo '),
  }
}

/** Modules whose files the page fetches while the app's script is still loading: texts, and the first screen. */
const earlyModules: Record<string, readonly string[]> = {
  timetable: ['src/features/timetable/TimetableScreen.tsx'],
  signIn: ['src/app/signIn/SignInScreen.tsx'],
  ...Object.fromEntries(
    languageCodes.flatMap(language => [
      [language, [`src/i18n/${language}.ts`]],
      ...['timetable', 'signIn'].map(section => [
        `${section}.${language}`,
        [`src/i18n/${language}/${section}.ts`],
      ]),
    ]),
  ),
}

/** Writes the names of these files, and the paths that show the timetable, into the page for public/start.js. */
export function nameEarlyFiles(): Plugin {
  let base = '/'
  return {
    name: 'staffroom:name-early-files',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const record = toBuildRecord(bundle)
        const shell = new Set(loadedWith(record, ['index.html']).map(({ file }) => file))
        const filesOf = (modules: readonly string[]) =>
          loadedWith(record, modules)
            .filter(({ file }) => !shell.has(file))
            .flatMap(({ file, css }) => [file, ...css])
            .map(file => base + file)
        const files = Object.fromEntries(
          Object.entries(earlyModules).map(([name, modules]) => [name, filesOf(modules)]),
        )
        // The base itself redirects to the timetable.
        const timetablePath = `^${base}(?:${screens.timetable.path.slice(1).replaceAll(/:\w+/g, '\\d+')})?$`
        const result = html.replace(
          /<script src="([^"]*start\.js)">/,
          (_, src) =>
            `<script src="${src}" data-early='${JSON.stringify(files)}' data-timetable-path='${timetablePath}'>`,
        )
        if (result === html) throw new Error('The page does not load start.js.')
        return result
      },
    },
  }
}

const signInTexts: Record<Language, { title: string }> = { en: english, de: german }

/** Writes the title of the sign-in screen into the placeholder, so that it is painted before the app is loaded. */
export function addSignInTitle(): Plugin {
  return {
    name: 'staffroom:add-sign-in-title',
    apply: 'build',
    transformIndexHtml(html) {
      const titles = Object.entries(signInTexts).map(
        ([language, { title }]) => `<h1 lang="${language}">${title}</h1>`,
      )
      const result = html.replace(/<!-- [^>]* title of the sign-in screen [^>]*-->/, titles.join(''))
      if (result === html) throw new Error('The page has no place for the title of the sign-in screen.')
      return result
    },
  }
}

/** Chromium compiles all functions of a file that starts with this comment. */
const compileHint = '//# allFunctionsCalledOnLoad'

/**
 * Lets Chromium compile the files of a first visit in the background while they are downloaded. Otherwise each function
 * is compiled on the main thread when it is first called. Other browsers ignore the comment.
 */
export function compileFirstScreensEarly(): Plugin {
  return {
    name: 'staffroom:compile-first-screens-early',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { timetable = [], signIn = [] } = earlyModules
        for (const { file } of loadedWith(toBuildRecord(bundle), ['index.html', ...timetable, ...signIn])) {
          const chunk = bundle[file]
          // Not the option `postBanner`, because Vite writes a line before it.
          if (chunk?.type === 'chunk') chunk.code = `${compileHint}\n${chunk.code}`
        }
      },
    },
  }
}

/** Moves the app's style sheets to the end of the page, so that the placeholder (index.html) does not wait for them. */
export function moveStylesToEnd(): Plugin {
  return {
    name: 'staffroom:move-styles-to-end',
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
export function markAsBuilding(): Plugin {
  let output = ''
  return {
    name: 'staffroom:mark-as-building',
    apply: 'build',
    configResolved(config) {
      output = resolve(config.root, config.build.outDir)
    },
    buildStart: () => markBuilding(output),
  }
}

/** Copies the page to 404.html, so that static hosts show the app for every address. */
export function copyPageTo404(): Plugin {
  return {
    name: 'staffroom:copy-page-to-404',
    apply: 'build',
    writeBundle(options) {
      const { dir } = options
      if (!dir) return
      for (const suffix of ['', '.br', '.gz']) {
        const page = join(dir, `index.html${suffix}`)
        if (existsSync(page)) copyFileSync(page, join(dir, `404.html${suffix}`))
      }
    },
  }
}

/** Removes the demo's worker script, which is in public/ because it must be served from the root. */
export function removeDemoWorker(): Plugin {
  return {
    name: 'staffroom:remove-demo-worker',
    apply: 'build',
    writeBundle(options) {
      if (options.dir) rmSync(join(options.dir, 'mockServiceWorker.js'), { force: true })
    },
  }
}
