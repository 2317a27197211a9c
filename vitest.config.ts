import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { compiledReact } from './scripts/compiledReact.ts'
import { vitestFlaky } from './scripts/test/flakyReporter.ts'

/** Limits for tests that hang. They are long because a long limit costs no time when a test passes. */
const limits = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000 } },
  // Test files share their modules: evaluating React, Mantine or the service again for each file is slow.
  isolate: false,
  retry: 1,
}

// Packages of hundreds of files, which Node would read one by one in every process, and packages that share a React
// context with one of them.
const bundledPackages = ['@mantine/core', '@mantine/dates', '@tabler/icons-react', 'dayjs', 'dayjs/locale/de']

const inNode = {
  ...limits,
  environment: 'node' as const,
  deps: { optimizer: { ssr: { enabled: true, include: ['kysely'] } } },
  setupFiles: ['scripts/test/quietConsole.ts'],
}

/** Components are compiled as for production, and React's production build takes a fifth less time. */
const inPage = {
  plugins: compiledReact(),
  mode: 'production',
  oxc: { jsx: { development: false } },
  test: {
    ...limits,
    environment: 'jsdom' as const,
    env: { NODE_ENV: 'production' },
    deps: { optimizer: { client: { enabled: true, include: bundledPackages } } },
    setupFiles: ['scripts/test/act.ts', 'scripts/test/quietConsole.ts', 'scripts/test/page.ts'],
  },
}

const onPostgres = ['src/**/*.postgres.test.ts', 'src/{service,gateway}/**/*.test.ts']

/** Tests whose size or random seed `npm run test:all` changes. */
const sizedTests = () =>
  globSync('src/**/*.test.ts', { exclude: ['src/**/*.{rest,postgres}.test.ts'] }).filter(file =>
    /fastCheck|testSize/.test(readFileSync(file, 'utf8')),
  )

/**
 * `npm test` runs `unit`, `screens` and `build`. `npm run test:all` also runs the slow tests (`x.rest.test.ts`), those of
 * service and gateway on PostgreSQL, and random tests in full size with new seeds.
 */
export default defineConfig({
  test: {
    reporters: ['default', vitestFlaky],
    // A screen test is idle for a third of its time, so a core can run more than one.
    maxWorkers: '150%',
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/**/*.test.*', 'src/**/*.fixture.*', 'src/testing/**'],
    },
    projects: [
      {
        test: {
          ...inNode,
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['src/**/*.{rest,postgres}.test.ts'],
        },
      },
      {
        ...inPage,
        test: {
          ...inPage.test,
          name: 'screens',
          include: ['src/**/*.test.tsx'],
          exclude: ['src/**/*.rest.test.tsx'],
        },
      },
      // The built app.
      { test: { ...limits, name: 'build', environment: 'node', include: ['e2e/**/*.test.ts'] } },
      { test: { ...inNode, name: 'unitRest', include: ['src/**/*.rest.test.ts'] } },
      { ...inPage, test: { ...inPage.test, name: 'screensRest', include: ['src/**/*.rest.test.tsx'] } },
      {
        test: {
          ...inNode,
          name: 'postgres',
          globalSetup: 'scripts/test/postgres.ts',
          env: { TEST_DATABASE: 'postgres' },
          include: onPostgres,
        },
      },
      { test: { ...inNode, name: 'fullSize', include: sizedTests() } },
    ],
  },
})
