import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, vi } from 'vitest'
import { SchoolTimeProvider } from '../../i18n/SchoolTime.tsx'
import { useDraft } from '../../outbox/drafts/useDraft.ts'
import type { Outbox } from '../../outbox/Outbox.ts'
import { OutboxProvider } from '../../outbox/OutboxContext.ts'
import { loadMessages } from '../../testing/loadMessages.ts'
import { render } from '../../testing/render.tsx'
import { type Browser, noteDraft, screenTest as test } from '../../testing/testOutbox.ts'
import { SingleTabForm } from './SingleTabForm.tsx'

const time = { timeZone: 'Europe/Berlin', clock: Date.now }
const messages = await loadMessages('en')

afterEach(() => void vi.restoreAllMocks())

function Field() {
  const { draft, state } = useDraft(noteDraft, '1/5')
  return (
    <SingleTabForm draft={draft} state={state} getLines={({ text }) => [text]}>
      <textarea
        aria-label="text"
        defaultValue={state.value?.text ?? ''}
        onChange={event => draft.set({ text: event.target.value })}
      />
    </SingleTabForm>
  )
}

const getOpenOutbox = (outbox: Outbox) => {
  const opened = Promise.resolve(outbox)
  return Object.assign(() => opened, { current: () => outbox, subscribe: () => () => undefined })
}

async function openTwoTabs(browser: Browser, other: Parameters<Browser['tab']>[0] = {}) {
  const openers = [getOpenOutbox(await browser.tab()), getOpenOutbox(await browser.tab(other))]
  await act(async () =>
    render(
      <IntlProvider locale="en" timeZone="Europe/Berlin" messages={messages}>
        {openers.map((open, index) => (
          <OutboxProvider key={index === 0 ? 'one' : 'other'} value={open}>
            <section aria-label={index === 0 ? 'one' : 'other'}>
              <SchoolTimeProvider value={time}>
                <Suspense fallback="opening">
                  <Field />
                </Suspense>
              </SchoolTimeProvider>
            </section>
          </OutboxProvider>
        ))}
      </IntlProvider>,
    ),
  )
  const tab = (name: string) => within(screen.getByRole('region', { name }))
  await tab('one').findByLabelText('text')
  await tab('other').findByLabelText('text')
  return { one: tab('one'), other: tab('other') }
}
type Tab = Awaited<ReturnType<typeof openTwoTabs>>['one']
const field = (tab: Tab) => tab.findByLabelText<HTMLTextAreaElement>('text')
const getText = (tab: Tab) => tab.queryByLabelText<HTMLTextAreaElement>('text')?.value
/** Before the tab knows that another one edits the draft. */
const paste = async (tab: Tab, text: string) => {
  await userEvent.click(await field(tab))
  await userEvent.paste(text)
}

test('shows the owner’s text read-only until “Continue here”', async ({ browser }) => {
  const { one, other } = await openTwoTabs(browser)
  await userEvent.type(await field(one), 'Half a sentence')
  await other.findByText('Half a sentence')
  expect(other.queryByLabelText('text')).toBeNull()
  await userEvent.type(await field(one), ', and')
  await userEvent.click(other.getByRole('button', { name: 'Continue here' }))
  const otherField = await field(other)
  expect(otherField.value).toBe('Half a sentence, and')
  await expect.poll(() => document.activeElement).toBe(otherField)
  await userEvent.type(otherField, ' the rest')
  await one.findByText('Half a sentence, and the rest')
})

test('restores an earlier version, and deletes the replaced one', async ({ browser }) => {
  const { one, other } = await openTwoTabs(browser, { openChannel: () => undefined })
  await paste(one, 'Here')
  await paste(other, 'There')
  await userEvent.click(await other.findByRole('button', { name: 'Restore' }))
  await expect.poll(() => getText(other)).toBe('There')
  await other.findByText('Here', { selector: 'blockquote' })
  await userEvent.click(other.getByRole('button', { name: 'Discard' }))
  await expect.poll(() => other.queryByRole('button', { name: 'Discard' })).toBeNull()
  await one.findByText('There')
})

test('keeps both versions if the choice can’t be stored', async ({ browser }) => {
  const { one, other } = await openTwoTabs(browser, { openChannel: () => undefined })
  await paste(one, 'Here')
  await paste(other, 'There')
  await other.findByRole('button', { name: 'Restore' })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await userEvent.click(other.getByRole('button', { name: 'Restore' }))
  await other.findByText(/^That could not be saved on this device/)
  other.getByText('There', { selector: 'blockquote' })
})
