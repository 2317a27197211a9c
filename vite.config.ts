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

/** `--mode demo` adds the school in the browser (src/demo); every other mode leaves it out. */
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
      // Nothing becomes a data: URL or an inline script, so that the content security policy can forbid both.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        // What everybody loads is one file: in thirteen, cut by which screen shares what, it weighs 4 kB more.
        output: {
          codeSplitting: {
            groups: [
              { name: 'shell', tags: ['$initial'], priority: 1 },
              // So is what the timetable shares with other screens: Mantine's controls with their styles, and what is
              // said of a lesson with two icons.
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
      // Vite would scan every page it finds. The pages of e2e/bench import packages that are not installed here, and one
      // of those ends the scan. The worker is named because the scan does not follow `new URL()`.
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
