import { defineConfig, devices } from '@playwright/test'
import { browserArguments, ensureBrowser } from './scripts/browser.ts'

process.env.CHROME_PATH = ensureBrowser()

/**
 * Chromium believes the last list only, so these are Playwright's own and, at the end, two more: the suggestions of an
 * address bar nobody sees, for which every new page would start one more process, a fifth of all the work.
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

/**
 * `x.spec.ts` runs in both hosts but for what is tagged `@node`, which the demo would only show again; `x.node.spec.ts` and
 * `x.demo.spec.ts` run in one. The Node host is started by the tests
 * themselves (e2e/fixtures.ts), which hold its clock and count its calls; the demo's is a file server and no more.
 */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'bench/**',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Half of a journey is waiting, so that a core has time for more than one of them.
  workers: '150%',
  // Whatever waits, waits for a state; these end what hangs, and must not end what a busy machine does slowly.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Not the school's: whatever shows a time must show Berlin's (cases 32).
    timezoneId: 'America/New_York',
    // A click on what never comes says so where it happens, not when the whole test runs out.
    actionTimeout: 30_000,
    // Recording is a fifth of all the work and nearly always thrown away; `--trace retain-on-failure` asks for it.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      args: [...browserArguments, `--disable-features=${disabledFeatures.join(',')}`],
    },
  },
  projects: [
    { name: 'node', testMatch: '**/*.spec.ts', testIgnore: '**/*.demo.spec.ts' },
    { name: 'demo', testMatch: '**/*.spec.ts', testIgnore: '**/*.node.spec.ts', grepInvert: /@node/ },
  ],
})
