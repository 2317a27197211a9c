import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { MantineRoot } from './MantineRoot.tsx'

/** Changes the theme of the system after a float was rendered and before its effects run. */
function ThemeTurnsLight() {
  useLayoutEffect(() => {
    document.documentElement.dataset.mantineColorScheme = 'light'
  }, [])
  return null
}

it('does not change the theme of the page, even if the theme changes while a float opens', () => {
  document.documentElement.dataset.mantineColorScheme = 'dark'
  render(
    <MantineRoot>
      <ThemeTurnsLight />
    </MantineRoot>,
  )
  expect(document.documentElement.dataset.mantineColorScheme).toBe('light')
})
