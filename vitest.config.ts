import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** `unit` runs in Node, `screens` in jsdom with components compiled as for production, `build` reads what was built. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles: ['scripts/test/quietConsole.ts'],
        },
      },
      {
        plugins: [react(), babel({ include: /\/src\/.*\.tsx$/, presets: [reactCompilerPreset()] })],
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['scripts/test/quietConsole.ts', 'scripts/test/page.ts'],
        },
      },
      { test: { name: 'build', environment: 'node', include: ['e2e/**/*.test.ts'] } },
    ],
  },
})
