import { screen } from '@testing-library/react'
import DOMPurify from 'dompurify'
import { expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { Formatted } from './Formatted.tsx'

it('shows the text first and the formatted text after it', async () => {
  // Another test file may have loaded the sanitizer already.
  vi.resetModules()
  const { Formatted } = await import('./Formatted.tsx')
  render(<Formatted html="<p>Well <b>done</b></p>" text="Well done, plain" />)
  expect(screen.getByText('Well done, plain')).toBeDefined()
  expect((await screen.findByText('done')).localName).toBe('b')
  expect(screen.queryByText('Well done, plain')).toBeNull()
})

it('shows the next one formatted at once', () => {
  const { container } = render(<Formatted html="<p>two</p>" text="plain" />)
  expect(container.querySelector('p')?.textContent).toBe('two')
})

it.each([[''], [null], [undefined], ['x'.repeat(200_001)]])('without HTML to show: the text', html => {
  render(<Formatted html={html} text={'<script>alert(1)</script>\nline'} />)
  expect(screen.getByText(/<script>alert\(1\)<\/script>/).querySelector('script')).toBeNull()
})

it('where it can’t be made safe: the text', () => {
  vi.spyOn(DOMPurify, 'sanitize').mockImplementation(() => {
    throw new Error('broken')
  })
  const { container } = render(<Formatted html="<p>two</p>" text="plain" />)
  expect(container.textContent).toBe('plain')
})
