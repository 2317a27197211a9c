import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { loadMessages } from '../../../testing/loadMessages.ts'
import { render } from '../../../testing/render.tsx'
import { PendingMessageRow } from '../messages/PendingMessages.tsx'
import { EditorNotices } from './EditorNotices.tsx'

const messages = await loadMessages('en')
const renderInEnglish = (shown: ReactElement) =>
  render(
    <IntlProvider locale="en" timeZone="Europe/Berlin" messages={messages}>
      {shown}
    </IntlProvider>,
  )
const refuse = async () => {
  throw new DOMException('no room', 'QuotaExceededError')
}
const notStored = /^It could not be saved on this device/
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }))

it.each([/^Try again/, /^Discard/])('reports a message that could not be stored: %s', async action => {
  renderInEnglish(
    <PendingMessageRow
      message={{
        ...{
          id: 'one',
          text: 'Hall A',
          files: [],
          state: 'failed',
          isSent: false,
          isConfirmation: false,
          isBlockedByFailed: false,
        },
        ...{ createdAt: 0, isFileRefused: false, retry: refuse, discard: refuse },
      }}
    />,
  )
  await press(action)
  await screen.findByText(notStored)
})

it('shows a notice per refused file, also for equal names', () => {
  const refused = { name: 'notes.txt', why: 'empty' } as const
  renderInEnglish(
    <EditorNotices isStored problem={undefined} filesDisabledReason={false} refused={[refused, refused]} />,
  )
  expect(screen.getAllByRole('alert')).toHaveLength(2)
})
