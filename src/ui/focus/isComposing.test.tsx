import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { TypeToConfirm } from '../feedback/ConfirmDialog.tsx'
import { SearchField } from '../inputs/SearchField.tsx'

/** The Enter that ends an IME composition, in Chrome and Firefox and in Safari. */
const imeEnters = [{ isComposing: true }, { keyCode: 229 }]

it.each(imeEnters)('SearchField ignores the Enter of an IME: %j', eventInit => {
  const onEnter = vi.fn()
  render(<SearchField label="Find" onTextChange={() => undefined} onEnter={onEnter} />)
  const field = screen.getByRole('searchbox', { name: 'Find' })
  fireEvent.keyDown(field, { key: 'Enter', ...eventInit })
  expect(onEnter).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(onEnter).toHaveBeenCalledOnce()
})

it.each(imeEnters)('TypeToConfirm ignores the Enter of an IME: %j', eventInit => {
  const run = vi.fn()
  render(
    <TypeToConfirm
      field={{ label: 'Name' }}
      isValid={() => true}
      confirm={{ label: 'Delete', run }}
      isBusy={false}
      failure={undefined}
    />,
  )
  const field = screen.getByRole('textbox', { name: 'Name' })
  fireEvent.keyDown(field, { key: 'Enter', ...eventInit })
  expect(run).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(run).toHaveBeenCalledOnce()
})

it('every file uses isComposing(), because the event property fails in Safari', () => {
  const src = join(import.meta.dirname, '../..')
  const asking = globSync('**/*.{ts,tsx}', { cwd: src })
    .filter(path => !path.includes('.test.') && !path.endsWith('isComposing.ts'))
    .filter(path =>
      /\bisComposing\b(?!\()/.test(readFileSync(join(src, path), 'utf8').replace(/^import .*$/gm, '')),
    )
  expect(asking).toEqual([])
})
