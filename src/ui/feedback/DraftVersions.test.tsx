import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, vi } from 'vitest'
import type { Delivery } from '../../delivery/Delivery.ts'
import { DeliveryProvider } from '../../delivery/DeliveryContext.ts'
import { useDraft } from '../../delivery/drafts/useDraft.ts'
import { SchoolTimeProvider } from '../../i18n/SchoolTime.tsx'
import { loadMessages } from '../../testing/loadMessages.ts'
import { render } from '../../testing/render.tsx'
import { type Browser, noteDraft, screenTest as test } from '../../testing/testDelivery.ts'
import { DraftVersions } from './DraftVersions.tsx'

const time = { timeZone: 'Europe/Berlin', clock: Date.now }
const messages = await loadMessages('en')

afterEach(() => void vi.restoreAllMocks())

function Field() {
  const { draft, state } = useDraft(noteDraft, '1/5')
  return (
    <DraftVersions draft={draft} state={state} getLines={({ text }) => [text]}>
      <textarea
        aria-label="text"
        defaultValue={state.value?.text ?? ''}
        onChange={event => draft.set({ text: event.target.value })}
      />
    </DraftVersions>
  )
}

const getOpenDelivery = (delivery: Delivery) => {
  const opened = Promise.resolve(delivery)
  return Object.assign(() => opened, { current: () => delivery, subscribe: () => () => undefined })
}

async function openTwoTabs(browser: Browser, other: Parameters<Browser['tab']>[0] = {}) {
  const deliveries = [await browser.tab(), await browser.tab(other)] as const
  const openers = deliveries.map(getOpenDelivery)
  await act(async () =>
    render(
      <IntlProvider locale="en" timeZone="Europe/Berlin" messages={messages}>
        {openers.map((open, index) => (
          <DeliveryProvider key={index === 0 ? 'one' : 'other'} value={open}>
            <section aria-label={index === 0 ? 'one' : 'other'}>
              <SchoolTimeProvider value={time}>
                <Suspense fallback="opening">
                  <Field />
                </Suspense>
              </SchoolTimeProvider>
            </section>
          </DeliveryProvider>
        ))}
      </IntlProvider>,
    ),
  )
  const tab = (name: string) => within(screen.getByRole('region', { name }))
  await tab('one').findByLabelText('text')
  await tab('other').findByLabelText('text')
  return { one: tab('one'), other: tab('other'), deliveries }
}
type Tab = Awaited<ReturnType<typeof openTwoTabs>>['one']
const field = (tab: Tab) => tab.findByLabelText<HTMLTextAreaElement>('text')
const getText = (tab: Tab) => tab.queryByLabelText<HTMLTextAreaElement>('text')?.value
/** Resolves when the text is saved. */
const paste = async (tab: Tab, delivery: Delivery, text: string) => {
  await userEvent.click(await field(tab))
  await userEvent.paste(text)
  await delivery.drafts.flush()
}

test('shows what another tab saves', async ({ browser }) => {
  const { one, other } = await openTwoTabs(browser)
  await userEvent.type(await field(one), 'Half a sentence')
  await expect.poll(() => getText(other)).toBe('Half a sentence')
})

test('restores an earlier version, and deletes the replaced one', async ({ browser }) => {
  const { one, other, deliveries } = await openTwoTabs(browser, { openChannel: () => undefined })
  await paste(one, deliveries[0], 'Here')
  await paste(other, deliveries[1], 'There')
  await userEvent.click(await other.findByRole('button', { name: 'Restore' }))
  await expect.poll(() => getText(other)).toBe('Here')
  await other.findByText('There', { selector: 'blockquote' })
  await userEvent.click(other.getByRole('button', { name: 'Discard' }))
  await expect.poll(() => other.queryByRole('button', { name: 'Discard' })).toBeNull()
})

test('keeps both versions if the choice can’t be stored', async ({ browser }) => {
  const { one, other, deliveries } = await openTwoTabs(browser, { openChannel: () => undefined })
  await paste(one, deliveries[0], 'Here')
  await paste(other, deliveries[1], 'There')
  await other.findByRole('button', { name: 'Restore' })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await userEvent.click(other.getByRole('button', { name: 'Restore' }))
  await other.findByText(/^That could not be saved on this device/)
  other.getByText('Here', { selector: 'blockquote' })
})
