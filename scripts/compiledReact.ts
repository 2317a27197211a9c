import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'

/**
 * React, its components compiled by the React compiler. Left out is the timetable: what the compiler adds makes its
 * first paint slower and its code larger, `memo` in the right place does better (docs/decisions/006).
 */
export const compiledReact = () => [
  react(),
  babel({
    include: /\/src\/.*\.tsx$/,
    exclude: /\/src\/features\/timetable\//,
    presets: [reactCompilerPreset()],
  }),
]
