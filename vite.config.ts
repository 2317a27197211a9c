import { defineConfig } from 'vite'
import { browserCode } from './scripts/browserCode.ts'
import { appRecord, demoRecord } from './scripts/buildRecord.ts'
import { pdfjsFiles } from './scripts/pdfjsFiles.ts'
import { reloadTexts } from './scripts/reloadTexts.ts'
import { singleIcons } from './scripts/singleIcons.ts'
import {
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
      moveStylesToEnd(),
      nameEarlyFiles(),
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
        // One file for the code of every page. Split by shared screens it is thirteen files, and 4 kB larger.
        output: {
          codeSplitting: {
            groups: [
              { name: 'shell', tags: ['$initial'], priority: 1 },
              // One file each for code that the timetable shares with other screens: Mantine's controls with their
              // styles, and the texts and icons of a lesson.
              {
                name: 'controls',
                test: /@mantine\/core\/(?:esm\/components|styles)\/(?:SegmentedControl|FloatingIndicator|InlineInput|Checkbox)\b/,
              },
              {
                name: 'lesson',
                test: /src\/(?:contract\/(?:substitutions|schoolDay)|ui\/(?:Tag|feedback\/LoadFailed)|lib\/(?:savedNotice|subjectColour)|features\/timetable\/(?:weekModel|lessonText))\b|Icon(?:Download|ChevronRight)\.mjs/,
              },
            ],
          },
        },
      },
    },
    worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
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
