import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from '../../../testing/render.tsx'
import { useRowActions } from './useRowKeys.ts'

function Row() {
  const { areActionsShown, pointerHandlers } = useRowActions()
  return (
    <article tabIndex={-1} {...pointerHandlers}>
      {areActionsShown && <div role="toolbar" />}
    </article>
  )
}

/** Dispatches a touch event. `at` is when the touch happened, in ms. */
function touch(type: 'pointerdown' | 'pointerup', at: number): void {
  const event = new MouseEvent(type, { bubbles: true })
  Object.defineProperties(event, { pointerType: { value: 'touch' }, timeStamp: { value: at } })
  fireEvent(screen.getByRole('article'), event)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('actions of a message on a touch screen', () => {
  it('appear on long press and stay after release', async () => {
    await render(<Row />)
    touch('pointerdown', 1000)
    vi.advanceTimersByTime(450)
    touch('pointerup', 1460)
    vi.useRealTimers()
    await waitFor(() => expect(screen.queryByRole('toolbar')).not.toBeNull())
  })

  it('do not appear on a short touch reported late', async () => {
    await render(<Row />)
    touch('pointerdown', 1000)
    vi.advanceTimersByTime(450)
    vi.useRealTimers()
    await waitFor(() => expect(screen.queryByRole('toolbar')).not.toBeNull())
    touch('pointerup', 1080)
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })
})
