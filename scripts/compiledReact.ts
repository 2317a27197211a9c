import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'

/**
 * React plugins with the React compiler. It skips the timetable, whose first render it makes slower. It also skips the
 * shell, whose parts are small, render rarely and are in every first load (docs/decisions/006).
 */
export const compiledReact = () => [
  react(),
  babel({
    include: /\/src\/.*\.tsx$/,
    exclude: /\/src\/(?:features\/timetable|app\/shell)\//,
    presets: [reactCompilerPreset()],
  }),
]
