import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect } from 'vitest'
import { noteDraft, settle, screenTest as test } from '../../testing/testDelivery.ts'
import type { Delivery } from '../Delivery.ts'
import { DeliveryProvider, type OpenDelivery } from '../DeliveryContext.ts'
import type { StoredFile } from '../storage/fileStore.ts'
import type { OpenDraft } from './Drafts.ts'
import { useAddFiles } from './useAddFiles.ts'
import { useDraft } from './useDraft.ts'

type Note = Parameters<OpenDraft<{ text: string; files?: string[] | undefined }>['set']>[0]

function Files({ chosen }: { chosen: readonly File[] }) {
  const { draft } = useDraft(noteDraft, '1')
  const add = ({ id, name }: StoredFile) => {
    const now: Note = draft.state().value ?? { text: '' }
    draft.set({ text: `${now.text}${name} `, files: [...(now.files ?? []), id] })
  }
  const { pendingCount, refused, addFiles } = useAddFiles(noteDraft, '1', add)
  return (
    <>
      <button type="button" onClick={() => void addFiles(chosen)}>
        Add
      </button>
      <output>
        {pendingCount} on their way; {refused.map(({ name, why }) => `${name} ${why}`).join(', ')}
      </output>
    </>
  )
}

/** Renders the file field, or another screen if `chosen` is missing. */
function pageOf(delivery: Delivery) {
  const opening = Promise.resolve(delivery)
  const open: OpenDelivery = Object.assign(() => opening, {
    current: () => delivery,
    subscribe: () => () => undefined,
  })
  return (chosen?: readonly File[]) => (
    <DeliveryProvider value={open}>
      <Suspense>{chosen && <Files chosen={chosen} />}</Suspense>
    </DeliveryProvider>
  )
}
async function press() {
  const add = await screen.findByRole('button', { name: 'Add' })
  await act(async () => {
    add.click()
    await settle()
  })
}
const savedIn = async (delivery: Delivery) =>
  (await delivery.drafts.list(noteDraft)).map(({ draft }) => draft.value.text.trim())

test('keeps readable files, and reports why the others failed', async ({ browser }) => {
  const delivery = await browser.tab()
  const unreadable = Object.assign(new File(['x'], 'no room.txt', { type: 'text/plain' }), {
    arrayBuffer: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')),
  })
  const chosen = [
    new File(['1'], 'one.txt'),
    unreadable,
    new File([], 'empty.txt'),
    new File(['2'], 'two.txt'),
  ]
  await act(async () => render(pageOf(delivery)(chosen)))
  await press()
  expect(screen.getByRole('status').textContent).toBe('0 on their way; no room.txt notKept, empty.txt empty')
  await delivery.drafts.flush()
  expect(await savedIn(delivery)).toEqual(['one.txt two.txt'])
})

test('adds a slow file to the draft even after the user left its screen', async ({ browser }) => {
  const delivery = await browser.tab()
  let read = () => {}
  const slow = Object.assign(new File(['2'], 'slow.txt', { type: 'text/plain' }), {
    arrayBuffer: () =>
      new Promise<ArrayBuffer>(resolve => {
        read = () => resolve(new ArrayBuffer(1))
      }),
  })
  const chosen = [new File(['1'], 'one.txt', { type: 'text/plain' }), slow]
  const page = pageOf(delivery)
  const { rerender } = await act(async () => render(page(chosen)))
  await press()
  await act(async () => {
    rerender(page())
    await settle()
  })
  read()
  await settle()
  expect(await savedIn(delivery)).toEqual(['one.txt slow.txt'])
})
