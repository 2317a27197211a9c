import { defineConfig } from 'vitest/config'
import { compiledReact } from './scripts/compiledReact.ts'
import {
  databaseTests,
  onlyPostgresTests,
  operationTests,
  postgresTests,
  serverTests,
} from './scripts/test/projects.ts'

/** Limits for tests that hang. They are long because a long limit costs no time when a test passes. */
const limits = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000 } },
  // A test that needed the retry is reported as flaky (scripts/test.ts).
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

const onPostgres = {
  ...inNode,
  isolate: false,
  globalSetup: 'scripts/test/postgres.ts',
  env: { TEST_DATABASE: 'postgres' },
}

/**
 * `unit` and `server` run in Node, `postgres`, `postgresRest` and `operation` in Node with a PostgreSQL of their own,
 * `screens` in jsdom with components compiled as for production. `build` checks the built app.
 */
export default defineConfig({
  test: {
    // A screen test is idle for half of its time, so a core can run more than one.
    maxWorkers: '150%',
    // Used with `--coverage`, which `npm run test:rest` passes (scripts/test.ts).
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/**/*.test.*', 'src/**/*.fixture.*', 'src/testing/**'],
      reporter: ['json-summary'],
      reportsDirectory: 'coverage',
    },
    projects: [
      {
        test: {
          ...inNode,
          name: 'unit',
          // Loading all modules again for each test file took most of the time. The state of modules is shared
          // between test files.
          isolate: false,
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...serverTests, ...onlyPostgresTests, ...operationTests],
        },
      },
      // These tests start servers and processes.
      {
        test: {
          ...inNode,
          name: 'server',
          isolate: false,
          include: serverTests,
          exclude: [...onlyPostgresTests, ...operationTests],
        },
      },
      // Service and gateway on PostgreSQL where the database decides the result, and tests of PostgreSQL itself.
      {
        test: {
          ...onPostgres,
          name: 'postgres',
          include: [...postgresTests, ...onlyPostgresTests],
          exclude: operationTests,
        },
      },
      // The other tests of service and gateway on PostgreSQL.
      { test: { ...onPostgres, name: 'postgresRest', include: databaseTests, exclude: postgresTests } },
      { test: { ...onPostgres, name: 'operation', include: operationTests } },
      {
        plugins: compiledReact(),
        test: {
          ...limits,
          name: 'screens',
          environment: 'jsdom',
          // Evaluating React, Mantine and jsdom again for each file is slow. Modules keep their state between files, and
          // `page.ts` resets the page.
          isolate: false,
          deps: { optimizer: { client: { enabled: true, include: bundledPackages } } },
          include: ['src/**/*.test.tsx'],
          setupFiles: ['scripts/test/quietConsole.ts', 'scripts/test/page.ts'],
        },
      },
      { test: { ...limits, name: 'build', environment: 'node', include: ['e2e/**/*.test.ts'] } },
    ],
  },
})
