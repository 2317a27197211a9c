import { defineConfig } from 'vite'
import { browserCode } from './scripts/browserCode.ts'
import { appRecord, demoRecord } from './scripts/buildRecord.ts'
import { heicDecoder, heicDecoderInWorkers } from './scripts/heicDecoder.ts'
import { pdfjsFiles } from './scripts/pdfjsFiles.ts'
import { reloadTexts } from './scripts/reloadTexts.ts'
import { singleIcons } from './scripts/singleIcons.ts'
import {
  addSignInTitle,
  compileFirstScreensEarly,
  copyPageTo404,
  markAsBuilding,
  markAsDemo,
  moveStylesToEnd,
  nameEarlyFiles,
  precompress,
  recordBuild,
  removeDemoWorker,
} from './scripts/vitePlugins.ts'

/** `--mode demo` adds the school in the browser (src/demo). Other modes leave it out. */
export default defineConfig(({ mode }) => {
  const demo = mode === 'demo'
  return {
    plugins: [
      ...browserCode(),
      recordBuild(demo ? demoRecord : appRecord),
      pdfjsFiles(),
      heicDecoder(),
      moveStylesToEnd(),
      nameEarlyFiles(),
      addSignInTitle(),
      compileFirstScreensEarly(),
      precompress(),
      markAsBuilding(),
      reloadTexts(),
      singleIcons(),
      ...(demo ? [markAsDemo(), copyPageTo404()] : [removeDemoWorker()]),
    ],
    build: {
      outDir: demo ? 'dist/demo' : 'dist/app',
      emptyOutDir: true,
      // No data: URLs and no inline scripts, because the content security policy forbids both.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        // The shell is one file for the code of every page. Split by screens that share it, it is thirteen files, and
        // 4 kB larger.
        output: {
          codeSplitting: {
            groups: [
              { name: 'shell', tags: ['$initial'], priority: 4 },
              // The only module that the sign-in screen and the timetable share. In its own file, so that neither loads the
              // other.
              { name: 'icon', test: /IconChevronRight\.mjs$/, priority: 3 },
              // One file for each screen of a first visit, with all its imports.
              { name: 'timetable', test: /src\/features\/timetable\/TimetableScreen\.tsx$/, priority: 2 },
              { name: 'sign-in', test: /src\/app\/signIn\/SignInScreen\.tsx$/, priority: 2 },
              // One file for the small modules that several screens and dialogs share, which otherwise are dozens of
              // files. `npm run bench -- desk` prints the number of files that the desk loads.
              { name: 'common', minShareCount: 3, maxModuleSize: 10_000, priority: 1 },
              // The same for the modules that two screens share.
              { name: 'small', minShareCount: 2, maxModuleSize: 3000 },
            ],
          },
        },
      },
    },
    worker: {
      format: 'es',
      plugins: () => [heicDecoderInWorkers()],
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
    optimizeDeps: {
      // By default, Vite scans every HTML page. The pages of e2e/bench import packages that are not installed here,
      // which ends the scan. The worker is listed because the scan does not follow `new URL()`.
      entries: ['index.html', 'src/demo/schoolWorker.ts'],
      // sqlite-wasm finds its .wasm file relative to import.meta.url, so it must not be moved into the bundle.
      exclude: ['@sqlite.org/sqlite-wasm'],
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      warmup: { clientFiles: ['src/main.tsx', 'src/demo/schoolWorker.ts'] },
    },
  }
})
