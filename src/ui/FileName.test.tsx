import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { render } from '../testing/render.tsx'
import { FileName } from './FileName.tsx'

it('shows a short name unchanged in a bdi element', () => {
  render(<FileName name="page1.jpg" />)
  const name = screen.getByText('page1.jpg')
  expect(name.localName).toBe('bdi')
  expect(name.title).toBe('page1.jpg')
})

it('always shows the end of a long name', () => {
  const name = 'all the pages of the essay about a day without a phone.pdf'
  const { container } = render(
    <button type="button">
      <FileName name={name} />
    </button>,
  )
  expect(screen.getByRole('button', { name })).toBeDefined()
  expect([...container.querySelectorAll('[aria-hidden]')].map(part => part.textContent)).toEqual([
    'all the pages of the essay about a day without a p',
    'hone.pdf',
  ])
})

it('shows the extension of right-to-left names last', () => {
  const { container } = render(<FileName name="שיעור.pdf" />)
  expect(container.querySelector('[dir="ltr"]')?.textContent).toMatch(/\.pdf$/)
})

it('replaces bidirectional control characters with U+FFFD', () => {
  render(<FileName name={'homework\u202egpj.exe'} />)
  expect(screen.getByTitle('homework\ufffdgpj.exe')).toBeDefined()
})
