import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'
import { stubBlobUrls } from '../../../testing/stubBlobUrls.ts'

// Vitest reports unhandled rejections as errors.

/** Handed in by Aiko Tanaka, not corrected. */
const task = '/classes/1/homework/1'
const handedInComment = 'All done.\n\nNumber 5 took me two tries.'

stubBlobUrls()
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

/** Makes deletions in IndexedDB fail. */
const failDeletions = () =>
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The disk failed.', 'UnknownError')
  })
const comment = () => screen.findByRole('textbox', { name: 'Comment' })

async function typeDraft(text: string, indexedDB = new IDBFactory()) {
  const user = userEvent.setup()
  await renderApp({ as: 'tanaka', at: task, indexedDB })
  await user.click(await screen.findByRole('button', { name: 'Hand in again' }))
  await user.type(await comment(), text)
  await screen.findByText(/^Draft saved/)
  return user
}

it('keeps the form open', async () => {
  const user = await typeDraft(' Or not.')
  const remove = failDeletions()
  await user.click(screen.getByRole('button', { name: 'Leave it as it is' }))
  await waitFor(() => expect(remove).toHaveBeenCalled())
  expect(await comment()).toHaveProperty('value', `${handedInComment} Or not.`)
})

it('tries once for a draft already handed in', async () => {
  const indexedDB = new IDBFactory()
  await typeDraft(' {Backspace}', indexedDB)
  cleanup()
  const remove = failDeletions()
  await renderApp({ as: 'tanaka', at: task, indexedDB })
  expect(await comment()).toHaveProperty('value', handedInComment)
  await waitFor(() => expect(remove).toHaveBeenCalled())
  const attempts = remove.mock.calls.length
  // Another attempt would follow a render.
  for (let turn = 0; turn < 50; turn += 1) await act(() => new Promise(resolve => setTimeout(resolve)))
  expect(remove).toHaveBeenCalledTimes(attempts)
})

it('keeps a draft that is too late to hand in', async () => {
  const indexedDB = new IDBFactory()
  const user = await typeDraft(' Or not.', indexedDB)
  cleanup()
  const { service, router } = await renderApp({ as: 'tanaka', indexedDB })
  await service.db
    .updateTable('submissions')
    .set({ teacher_correction: 'Right.', corrected_at: '2026-11-18T09:00:00.000Z' })
    .where('todo_id', '=', 1)
    .execute()
  await router.navigate(task)
  const remove = failDeletions()
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(remove).toHaveBeenCalled())
  await screen.findByText(/Or not\./)
})
