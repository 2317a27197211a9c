import { createTheme } from '@mantine/core'

const float = { shadow: 'md', radius: 'lg', transitionProps: { duration: 120 } } as const

/** What Mantine's components do; what they look like stands in mantine.css and tokens.css. */
export const theme = createTheme({
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Popover: { defaultProps: float },
    Menu: { defaultProps: float },
    Modal: { defaultProps: { shadow: 'xl', radius: 'lg', transitionProps: { duration: 120 } } },
  },
})
