import { defineConfig } from '@playwright/test'
import { engines, getSkipReason } from './engines.ts'
import type { EngineOptions } from './fixtures.ts'

// Workers load this file, too.
if (process.env.TEST_WORKER_INDEX === undefined) {
  for (const engine of Object.values(engines)) {
    const reason = getSkipReason(engine)
    if (reason) console.log(`Skipped: ${reason}`)
  }
}

/** `npm run test:engines`: the same journeys in each engine, window size and colour scheme. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalSetup: './globalSetup.ts',
  outputDir: '../../test-results/engines/journeys',
  forbidOnly: true,
  retries: 1,
  // Each worker has its own browser and display, so windows do not take the focus or the clipboard from each other.
  workers: 2,
  // Limits for tests that hang. Long limits cost no time when a test passes.
  timeout: 900_000,
  expect: { toPass: { timeout: 240_000 } },
  reporter: 'list',
  projects: (['chromium', 'firefox', 'webKit'] as const).flatMap(engine =>
    ([1280, 360] as const).flatMap(width =>
      (['light', 'dark'] as const).map(scheme => ({
        name: `${engine} ${width} ${scheme}`,
        use: { engine, width, scheme },
      })),
    ),
  ),
})
