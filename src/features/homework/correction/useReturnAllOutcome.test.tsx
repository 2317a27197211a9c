import { act, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { expect } from 'vitest'
import { type OpenOutbox, OutboxProvider } from '../../../outbox/OutboxContext.ts'
import { type Browser, screenTest as test } from '../../../testing/testOutbox.ts'
import { useReturnAllOutcome } from './useReturnAll.ts'

/** Renders the hook for a user who signs in. */
async function signIn(browser: Browser) {
  const outbox = await browser.tab()
  const opening = Promise.resolve(outbox)
  const open: OpenOutbox = Object.assign(() => opening, {
    current: () => outbox,
    subscribe: () => () => undefined,
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <OutboxProvider value={open}>
      <Suspense>{children}</Suspense>
    </OutboxProvider>
  )
  const { result } = await act(async () => renderHook(() => useReturnAllOutcome(1), { wrapper }))
  await waitFor(() => expect(result.current).toBeTruthy())
  return result
}

test('shows the result only to the user who returned the drafts', async ({ browser }) => {
  const first = await signIn(browser)
  act(() => first.current.setOutcome({ kind: 'cancelled', at: 0 }))
  expect(first.current.outcome).toEqual({ kind: 'cancelled', at: 0 })
  const second = await signIn(browser)
  expect(second.current.outcome).toBeUndefined()
})
