export type Step = {
  name: string
  command: readonly string[]
  hasTests?: boolean
  env?: Record<string, string>
  /** Runs at the same time as the previous step. */
  isParallel?: boolean
}

const reportOptions = (runner: 'vitest' | 'playwright') => {
  const file = `./scripts/test/${runner}Reporter.ts`
  return runner === 'vitest' ? ['--reporter=default', `--reporter=${file}`] : [`--reporter=list,${file}`]
}
const vitest = (...projects: string[]) => [
  // A committed `it.only` would skip the other tests of its file.
  ...['vitest', 'run', '--allowOnly=false', ...reportOptions('vitest')],
  ...projects.map(project => `--project=${project}`),
]

const builds: Step[] = [
  { name: 'build', command: ['node', 'scripts/build.ts', 'app'] },
  { name: 'build of the demo', command: ['node', 'scripts/build.ts', 'demo'], isParallel: true },
]

export const parts: Record<'main' | 'rest' | 'engines', { steps: Step[]; maxFlaky: number }> = {
  main: {
    maxFlaky: 2,
    steps: [
      { name: 'types', command: ['tsc', '--noEmit'] },
      { name: 'lint', command: ['biome', 'check'] },
      ...builds,
      { name: 'unit', command: vitest('unit', 'server', 'postgres', 'screens', 'build'), hasTests: true },
      {
        name: 'end to end',
        command: ['playwright', 'test', ...reportOptions('playwright')],
        hasTests: true,
        env: { TEST_SCOPE: 'main' },
      },
    ],
  },
  rest: {
    maxFlaky: 3,
    steps: [
      ...builds,
      {
        name: 'unit with coverage, full sizes and random seeds',
        command: [...vitest('unit', 'server', 'screens', 'postgresRest', 'operation'), '--coverage'],
        hasTests: true,
        env: { TEST_SIZE: 'full', FAST_CHECK_SEED: 'random' },
      },
      {
        name: 'end to end, the rest',
        command: ['playwright', 'test', ...reportOptions('playwright')],
        hasTests: true,
        env: { TEST_SCOPE: 'rest' },
      },
    ],
  },
  engines: {
    maxFlaky: 2,
    steps: [
      ...builds.slice(0, 1),
      {
        name: 'journeys in three engines',
        command: ['playwright', 'test', '--config=e2e/engines', ...reportOptions('playwright')],
        hasTests: true,
      },
    ],
  },
}
