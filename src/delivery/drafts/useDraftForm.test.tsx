import { act, fireEvent, render, screen } from '@testing-library/react'
import { IDBObjectStore } from 'fake-indexeddb'
import { Suspense, useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteDraft, testBrowser } from '../../testing/testDelivery.ts'
import type { Delivery } from '../Delivery.ts'
import { DeliveryProvider } from '../DeliveryContext.ts'
import { useDraftForm } from './useDraftForm.ts'

let browser: ReturnType<typeof testBrowser>
let delivery: Delivery
beforeEach(async () => {
  browser = testBrowser()
  delivery = await browser.tab()
})
afterEach(() => browser.close())

const initial = { text: 'initial', files: ['a'] }
const onLeave = vi.fn()
const onDiscardError = vi.fn()
const renderedChanges = new Set<unknown>()

function Form() {
  const { value, change, restoredAt, restart, discardAndLeave, draft } = useDraftForm(
    noteDraft,
    '1/5',
    initial,
  )
  useEffect(() => {
    renderedChanges.add(change)
  }, [change])
  return (
    <>
      <textarea
        aria-label="text"
        value={value.text}
        onChange={event => change({ text: event.target.value })}
      />
      <output>
        {value.files?.join(' ')} {restoredAt === undefined ? 'new' : 'restored'}
      </output>
      <button
        type="button"
        onClick={() => {
          change(({ files = [] }) => ({ files: [...files, 'b'] }))
          change(({ files = [] }) => ({ files: [...files, 'c'] }))
        }}
      >
        Add two
      </button>
      <button type="button" onClick={() => void draft.discard().catch(onDiscardError)}>
        Discard
      </button>
      <button type="button" onClick={restart}>
        Restart
      </button>
      <button
        type="button"
        onClick={() => {
          discardAndLeave(onLeave)
          discardAndLeave(onLeave)
        }}
      >
        Leave
      </button>
    </>
  )
}

const open = async () => {
  const opened = Promise.resolve(delivery)
  const value = Object.assign(() => opened, { current: () => delivery, subscribe: () => () => undefined })
  await act(async () =>
    render(
      <DeliveryProvider value={value}>
        <Suspense fallback="opening">
          <Form />
        </Suspense>
      </DeliveryProvider>,
    ),
  )
  return screen.findByLabelText<HTMLTextAreaElement>('text')
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const stored = async () => (await delivery.drafts.list(noteDraft)).map(({ draft }) => draft.value)

it('shows the initial value, and stores the whole form at the first change', async () => {
  const field = await open()
  expect([field.value, screen.getByRole('status').textContent]).toEqual(['initial', 'a new'])
  fireEvent.change(field, { target: { value: 'typed' } })
  await expect.poll(stored).toEqual([{ text: 'typed', files: ['a'] }])
})

it('keeps both of two changes in one event', async () => {
  await open()
  click('Add two')
  await expect.poll(stored).toEqual([{ text: 'initial', files: ['a', 'b', 'c'] }])
})

it('keeps an emptied field empty although the empty draft is deleted', async () => {
  const field = await open()
  fireEvent.change(field, { target: { value: 'typed' } })
  await expect.poll(stored).toHaveLength(1)
  fireEvent.change(field, { target: { value: '' } })
  await expect.poll(stored).toEqual([])
  expect(field.value).toBe('')
})

it('restores a stored draft, and restarts with the initial value', async () => {
  const draft = await delivery.drafts.open(noteDraft, '1/5')
  draft.set({ text: 'from last time' })
  await draft.flush()
  const field = await open()
  expect([field.value, screen.getByRole('status').textContent]).toEqual(['from last time', ' restored'])
  click('Restart')
  await expect.poll(stored).toEqual([])
  await expect.poll(() => field.value).toBe('initial')
  expect(screen.getByRole('status').textContent).toBe('a new')
})

it('starts from the initial value when a file arrives after a discard', async () => {
  const field = await open()
  fireEvent.change(field, { target: { value: 'sent' } })
  await expect.poll(stored).toHaveLength(1)
  click('Discard')
  await expect.poll(stored).toEqual([])
  click('Add two')
  await expect.poll(stored).toEqual([{ text: 'initial', files: ['a', 'b', 'c'] }])
})

it('keeps a typed value if its deletion fails', async () => {
  const field = await open()
  fireEvent.change(field, { target: { value: 'typed' } })
  await expect.poll(stored).toHaveLength(1)
  const remove = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The disk failed.', 'UnknownError')
  })
  click('Discard')
  await expect.poll(() => onDiscardError.mock.calls.length).toBe(1)
  remove.mockRestore()
  click('Add two')
  await expect.poll(stored).toEqual([{ text: 'typed', files: ['a', 'b', 'c'] }])
})

it('discards the draft and leaves once', async () => {
  const field = await open()
  fireEvent.change(field, { target: { value: 'typed' } })
  await expect.poll(stored).toHaveLength(1)
  click('Leave')
  await expect.poll(stored).toEqual([])
  expect([field.value, onLeave.mock.calls.length]).toEqual(['typed', 1])
})

it('keeps its functions while the user types, so that only the field is rendered', async () => {
  renderedChanges.clear()
  await open()
  for (const value of ['a', 'ab', 'abc']) {
    fireEvent.change(await screen.findByLabelText('text'), { target: { value } })
  }
  expect(screen.getByLabelText<HTMLTextAreaElement>('text').value).toBe('abc')
  expect(renderedChanges.size).toBe(1)
})
