import { defineConfig, devices } from '@playwright/test'
import { browserArguments, ensureHeadlessShell } from './scripts/browser.ts'

process.env.CHROME_PATH = ensureHeadlessShell()

/**
 * Chromium uses only the last list of disabled features. These are Playwright's own, and at the end two for the
 * suggestions of the address bar. Without these, full Chromium starts one more process for every page.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Part of the journeys to run: `main` for `npm test`, `rest` for what it omits, all if unset (scripts/test.ts). */
const scope = process.env.TEST_SCOPE
const tagged = scope === 'main' ? { grep: /@main/ } : scope === 'rest' ? { grepInvert: /@main/ } : {}

/**
 * `x.demo.spec.ts` runs with the demo, all other files with the Node host, which the tests start themselves
 * (e2e/support/fixtures.ts): they control its clock and count its calls. `npm test` runs the tests with the tag `@main`.
 */
export default defineConfig({
  testDir: 'e2e',
  // Playwright empties this folder at the start, so each part has its own.
  outputDir: `test-results/${scope ?? 'all'}/journeys`,
  fullyParallel: true,
  forbidOnly: true,
  retries: 1,
  // A journey is idle for half of its time, so a core can run more than one.
  workers: '150%',
  // Limits for tests that hang. Long limits cost no time when a test passes.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./scripts/test/flakyReporter.ts']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Not the school's time zone: every screen must show the times of Berlin (cases 32).
    timezoneId: 'America/New_York',
    // Shorter than the limit of the test, so that the error names the action that hangs.
    actionTimeout: 60_000,
    // Recording takes a fifth of the CPU time, so only retries are recorded.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      args: [...browserArguments, `--disable-features=${disabledFeatures.join(',')}`],
    },
  },
  projects: [
    {
      name: 'node',
      testMatch: '**/*.spec.ts',
      testIgnore: ['bench/**', '**/*.demo.spec.ts'],
      ...tagged,
    },
    { name: 'demo', testMatch: '**/*.demo.spec.ts', testIgnore: 'bench/**', ...tagged },
  ],
})
