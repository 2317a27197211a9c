import { screen, within } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { loadMessages } from '../../testing/loadMessages.ts'
import { render } from '../../testing/render.tsx'
import { type ComparedField, VersionCompare } from './VersionCompare.tsx'

const messages = await loadMessages('en')

const compare = (fields: ComparedField[]) => {
  render(
    <IntlProvider locale="en" messages={messages}>
      <VersionCompare reason="Changed by Omar Ruiz." fields={fields} />
    </IntlProvider>,
  )
  const version = (name: string) => within(screen.getByRole('region', { name }))
  return { remote: version('Current version'), local: version('Your version') }
}
const isMarked = (value: HTMLElement) => value.closest('[data-differs]') !== null

it('marks differing fields of both versions', () => {
  const { remote, local } = compare([
    { label: 'Task', remote: 'Page 42', local: 'Page 43' },
    { label: 'Note', remote: 'In ink', local: 'In ink ' },
  ])
  expect(screen.getByRole('alert').textContent).toBe('Changed by Omar Ruiz.')
  expect([remote.getByText('Page 42'), local.getByText('Page 43')].map(isMarked)).toEqual([true, true])
  expect([remote.getByText('In ink'), local.getByText('In ink')].map(isMarked)).toEqual([false, false])
})

it('shows "none" for empty fields, and omits unknown ones', () => {
  const { remote, local } = compare([
    { label: 'Points', remote: '8 points', local: ' ' },
    { label: 'Files', remote: undefined, local: '2 files' },
  ])
  expect(isMarked(local.getByText('none'))).toBe(true)
  expect(remote.queryByText('Files')).toBeNull()
  expect(isMarked(local.getByText('2 files'))).toBe(false)
})
