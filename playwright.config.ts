import { defineConfig, devices } from '@playwright/test'
import { browserArguments, ensureBrowser } from './scripts/browser.ts'

process.env.CHROME_PATH = ensureBrowser()

/**
 * `x.spec.ts` runs in both hosts, `x.node.spec.ts` and `x.demo.spec.ts` in one. The Node host is started by the tests
 * themselves (e2e/fixtures.ts), which hold its clock and count its calls; the demo's is a file server and no more.
 */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'bench/**',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Not the school's: whatever shows a time must show Berlin's (cases 32).
    timezoneId: 'America/New_York',
    // A click on what never comes says so where it happens, not when the whole test runs out.
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env.CHROME_PATH, args: browserArguments },
  },
  projects: [
    { name: 'node', testMatch: '**/*.spec.ts', testIgnore: '**/*.demo.spec.ts' },
    { name: 'demo', testMatch: '**/*.spec.ts', testIgnore: '**/*.node.spec.ts' },
  ],
})
