import { screen } from '@testing-library/react'
import DOMPurify from 'dompurify'
import { expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { FormattedText } from './FormattedText.tsx'

it('shows plain text until the sanitizer is loaded', async () => {
  // In case another test file has loaded the sanitizer.
  vi.resetModules()
  const { FormattedText } = await import('./FormattedText.tsx')
  render(<FormattedText html="<p>Well <b>done</b></p>" text="Well done, plain" />)
  expect(screen.getByText('Well done, plain')).toBeDefined()
  expect((await screen.findByText('done')).localName).toBe('b')
  expect(screen.queryByText('Well done, plain')).toBeNull()
})

it('shows formatted text at once if loaded', () => {
  const { container } = render(<FormattedText html="<p>two</p>" text="plain" />)
  expect(container.querySelector('p')?.textContent).toBe('two')
})

it.each([[''], [null], [undefined], ['x'.repeat(200_001)]])('shows text without usable HTML', html => {
  render(<FormattedText html={html} text={'<script>alert(1)</script>\nline'} />)
  expect(screen.getByText(/<script>alert\(1\)<\/script>/).querySelector('script')).toBeNull()
})

it('shows plain text if sanitizing fails', () => {
  vi.spyOn(DOMPurify, 'sanitize').mockImplementation(() => {
    throw new Error('broken')
  })
  const { container } = render(<FormattedText html="<p>two</p>" text="plain" />)
  expect(container.textContent).toBe('plain')
})

it('links addresses in plain and in formatted text, but not within a link', async () => {
  const address = 'See https://example.org/a and <b>museum.de</b>'
  const { container, rerender } = render(<FormattedText html="" text={address} />)
  const getLinks = () =>
    Array.from(container.querySelectorAll('a'), ({ href, target }) => `${href} ${target}`)
  expect(getLinks()).toEqual(['https://example.org/a _blank', 'https://museum.de/ _blank'])
  const html = `<p>${address} <a href="https://school.example/b">school.example</a></p>`
  rerender(<FormattedText html={html} text="" />)
  await screen.findByText('museum.de')
  expect(getLinks()).toEqual([
    'https://example.org/a _blank',
    'https://museum.de/ _blank',
    'https://school.example/b _blank',
  ])
})
