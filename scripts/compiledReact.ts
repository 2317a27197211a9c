import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'

/**
 * React with its compiler, except for the timetable, whose first render it slows down, and the shell, which
 * renders rarely and is in every first load (docs/decisions/006). In `.ts` files, it compiles only the hooks that begin
 * with `'use memo'` (docs/decisions/082).
 */
export const compiledReact = () => [
  react(),
  babel({
    include: /\/src\/.*\.tsx$/,
    exclude: /\/src\/(?:features\/timetable|app\/shell)\//,
    presets: [reactCompilerPreset()],
  }),
  babel({
    include: /\/src\/.*\.ts$/,
    presets: [reactCompilerPreset({ compilationMode: 'annotation', panicThreshold: 'all_errors' })],
  }),
]
