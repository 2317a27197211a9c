import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, Suspense, useEffect, useLayoutEffect } from 'react'
import { afterEach, expect, vi } from 'vitest'
import { noteDraft, screenTest as test, textEntry } from '../../testing/testDelivery.ts'
import type { Delivery } from '../Delivery.ts'
import { DeliveryProvider, type OpenDelivery, usePendingEntries } from '../DeliveryContext.ts'
import { useDraft, useDrafts } from './useDraft.ts'

afterEach(() => void vi.useRealTimers())

function Field({ of }: { of: string }) {
  const { draft, state } = useDraft(noteDraft, of)
  return (
    <textarea
      aria-label={of}
      value={state.value?.text ?? ''}
      onChange={event => draft.set({ text: event.target.value })}
    />
  )
}

function WaitingStatus() {
  const { pending, needsDecision } = usePendingEntries()
  return (
    <output>
      {pending} waiting, {needsDecision} standing
    </output>
  )
}

function createOpenDelivery(delivery: Delivery): OpenDelivery {
  let opened: Delivery | undefined
  const opening = Promise.resolve(delivery)
  const listeners = new Set<() => void>()
  const open = () => {
    void opening.then(() => {
      opened = delivery
      for (const listener of listeners) listener()
    })
    return opening
  }
  return Object.assign(open, {
    current: () => opened,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
}

const getKeys = (drafts: readonly { key: string }[]) => drafts.map(({ key }) => key).sort()

function DraftKeys({ onRender }: { onRender: (keys: readonly string[]) => void }) {
  const keys = useDrafts(noteDraft, getKeys)
  useEffect(() => {
    onRender(keys ?? [])
  })
  return null
}

test('renders a selected part of the drafts only when it changes', async ({ browser }) => {
  const delivery = await browser.tab()
  const onRender = vi.fn()
  await act(async () =>
    render(
      <DeliveryProvider value={createOpenDelivery(delivery)}>
        <Suspense fallback="opening">
          <DraftKeys onRender={onRender} />
        </Suspense>
      </DeliveryProvider>,
    ),
  )
  const save = async (key: string, text: string) => {
    const draft = await delivery.drafts.open(noteDraft, key)
    draft.set({ text })
    await draft.flush()
    draft.close()
  }
  await act(() => save('1/5', 'a'))
  await waitFor(() => expect(onRender).toHaveBeenLastCalledWith(['1/5']))
  const renderCount = onRender.mock.calls.length
  await act(() => save('1/5', 'ab'))
  await act(() => save('1/6', 'a'))
  await waitFor(() => expect(onRender).toHaveBeenLastCalledWith(['1/5', '1/6']))
  expect(onRender).toHaveBeenCalledTimes(renderCount + 1)
})

test('loses no character when the key changes or the component unmounts', async ({ browser }) => {
  const delivery = await browser.tab()
  const open = createOpenDelivery(delivery)
  const page = (of: string | undefined) => (
    <DeliveryProvider value={open}>
      <Suspense fallback="opening">{of !== undefined && <Field of={of} />}</Suspense>
    </DeliveryProvider>
  )
  const { rerender } = await act(async () => render(page('1/5')))
  await userEvent.type(await screen.findByLabelText('1/5'), 'five')
  await act(async () => rerender(page('1/6')))
  const six = await screen.findByLabelText<HTMLTextAreaElement>('1/6')
  expect(six.value).toBe('')
  await userEvent.type(six, 'six')
  await act(async () => rerender(page(undefined)))
  const other = await browser.tab()
  await expect
    .poll(async () =>
      (await other.drafts.list(noteDraft)).map(({ key, draft }) => [key, draft.value.text]).sort(),
    )
    .toEqual([
      ['1/5', 'five'],
      ['1/6', 'six'],
    ])
  await act(async () => rerender(page('1/5')))
  expect((await screen.findByLabelText<HTMLTextAreaElement>('1/5')).value).toBe('five')
})

test('keeps a character typed at the moment the field appears', async ({ browser }) => {
  const open = createOpenDelivery(await browser.tab())
  const typed: string[] = []
  const watch = new MutationObserver(() => {
    const field = document.querySelector('textarea')
    if (!field || typed.length > 0) return
    fireEvent.change(field, { target: { value: 'a' } })
    typed.push(field.value)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  await act(async () =>
    render(
      <DeliveryProvider value={open}>
        <Suspense fallback="opening">
          <Field of="1/5" />
        </Suspense>
      </DeliveryProvider>,
    ),
  )
  await screen.findByLabelText('1/5')
  watch.disconnect()
  expect(typed).toEqual(['a'])
})

test('saves text typed after the component was hidden and shown again', async ({ browser }) => {
  const delivery = await browser.tab()
  const open = createOpenDelivery(delivery)
  const page = (mode: 'visible' | 'hidden') => (
    <DeliveryProvider value={open}>
      <Activity mode={mode}>
        <Suspense fallback="opening">
          <Field of="1/5" />
        </Suspense>
      </Activity>
    </DeliveryProvider>
  )
  const { rerender } = await act(async () => render(page('visible')))
  await userEvent.type(await screen.findByLabelText('1/5'), 'before')
  await act(async () => rerender(page('hidden')))
  const stored = async () => (await delivery.drafts.list(noteDraft)).map(({ draft }) => draft.value.text)
  await expect.poll(stored).toEqual(['before'])
  await new Promise(resolve => setTimeout(resolve))
  await act(async () => rerender(page('visible')))
  await waitFor(() => expect(screen.queryByText('opening')).toBeNull())
  await userEvent.type(await screen.findByLabelText('1/5'), ', after')
  await expect.poll(stored).toEqual(['before, after'])
})

/** Lets 20 s pass between a render and its commit. */
function SlowCommit({ after }: { after: (isShown: boolean) => void }) {
  useLayoutEffect(() => {
    // Rendered again after the draft was opened again.
    if (!vi.isFakeTimers()) return
    vi.advanceTimersByTime(20_000)
    vi.useRealTimers()
    queueMicrotask(() => after(document.querySelector('textarea')?.style.display !== 'none'))
  }, [after])
  return null
}

test('saves text typed in a field that was painted 20 s after its render', async ({ browser }) => {
  const delivery = await browser.tab()
  const open = createOpenDelivery(delivery)
  await open()
  const onCommit = vi.fn()
  const page = (late: boolean) => (
    <DeliveryProvider value={open}>
      <Suspense fallback="opening">
        {late && <SlowCommit after={onCommit} />}
        <Field of={late ? '1/5' : '1/6'} />
      </Suspense>
    </DeliveryProvider>
  )
  const { rerender } = await act(async () => render(page(false)))
  await screen.findByLabelText('1/6')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => rerender(page(true)))
  await expect.poll(() => screen.queryByLabelText('1/5')).not.toBeNull()
  expect(onCommit.mock.calls, 'what is closed takes no letter').toEqual([[false]])
  await waitFor(() => expect(screen.queryByText('opening')).toBeNull())
  await userEvent.type(await screen.findByLabelText('1/5'), 'late')
  await expect
    .poll(async () => (await delivery.drafts.list(noteDraft)).map(({ key }) => key))
    .toEqual(['1/5'])
})

test('usePendingEntries counts pending and failed writes without opening the delivery', async ({
  browser,
}) => {
  browser.online.set(false)
  const delivery = await browser.tab()
  const open = createOpenDelivery(delivery)
  render(
    <DeliveryProvider value={open}>
      <WaitingStatus />
    </DeliveryProvider>,
  )
  await delivery.entries.add([textEntry(5, 'Good')])
  expect(screen.getByText('0 waiting, 0 standing')).toBeDefined()
  await act(open)
  await screen.findByText('1 waiting, 0 standing')
  browser.service.outcomes = ['refused']
  await act(async () => browser.online.set(true))
  await screen.findByText('0 waiting, 1 standing')
})
