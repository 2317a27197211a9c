import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'

/**
 * React, its components compiled by the React compiler. Left out are the timetable, whose first paint it makes slower,
 * and the parts of the shell, which are small, draw rarely and are in everybody's first load (docs/decisions/006).
 */
export const compiledReact = () => [
  react(),
  babel({
    include: /\/src\/.*\.tsx$/,
    exclude: /\/src\/(?:features\/timetable|app\/shell)\//,
    presets: [reactCompilerPreset()],
  }),
]
