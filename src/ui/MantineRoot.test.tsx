import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { MantineRoot } from './MantineRoot.tsx'

/** Changes the system theme after a float was rendered and before its effects run. */
function ThemeTurnsLight() {
  useLayoutEffect(() => {
    document.documentElement.dataset.mantineColorScheme = 'light'
  }, [])
  return null
}

it('keeps the page’s theme if it changes while a float opens', () => {
  document.documentElement.dataset.mantineColorScheme = 'dark'
  render(
    <MantineRoot>
      <ThemeTurnsLight />
    </MantineRoot>,
  )
  expect(document.documentElement.dataset.mantineColorScheme).toBe('light')
})
