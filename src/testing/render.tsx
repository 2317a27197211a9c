import { type RenderOptions, type RenderResult, render as renderBare } from '@testing-library/react'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { MantineRoot } from '../ui/MantineRoot.tsx'

export function render(element: ReactElement, options: RenderOptions = {}): RenderResult {
  const { wrapper: Around = Fragment } = options
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineRoot>
      <Around>{children}</Around>
    </MantineRoot>
  )
  return renderBare(element, { ...options, wrapper })
}
