import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SchoolTimeProvider } from '../../i18n/SchoolTime.tsx'
import { CurrentUserProvider } from '../../session/currentUser.ts'
import { UserStorageProvider } from '../../session/userStorage.tsx'
import { useClosedNotice, useIsRecentlyFinished } from './finishedNotice.ts'

beforeEach(() => localStorage.clear())
afterEach(() => void vi.useRealTimers())

const schoolTime = { timeZone: 'Europe/Berlin', clock: () => Date.now() }

function Finished({ at }: { at: number }) {
  return useIsRecentlyFinished(at) ? <p>All drafts were returned.</p> : null
}

function Closable({ notice }: { notice: string }) {
  const { isClosed, close } = useClosedNotice(notice)
  return isClosed ? null : (
    <button type="button" onClick={close}>
      Close {notice}
    </button>
  )
}

const show = (children: ReactNode) =>
  render(
    <SchoolTimeProvider value={schoolTime}>
      <CurrentUserProvider value={{ id: 1, name: 'Jana Albrecht' }}>
        <UserStorageProvider isTemporary={false}>{children}</UserStorageProvider>
      </CurrentUserProvider>
    </SchoolTimeProvider>,
  )

it('stays for ten seconds, and not after a reload', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  show(<Finished at={1_000_000} />)
  act(() => void vi.advanceTimersByTime(9_999))
  screen.getByText('All drafts were returned.')
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('All drafts were returned.')).toBeNull()
  cleanup()
  show(<Finished at={1_000_000} />)
  expect(screen.queryByText('All drafts were returned.')).toBeNull()
})

it('stays closed after a reload, others open', async () => {
  show(<Closable notice="return-all/1" />)
  await userEvent.click(screen.getByRole('button', { name: 'Close return-all/1' }))
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  show(
    <>
      <Closable notice="return-all/1" />
      <Closable notice="return-all/2" />
    </>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close return-all/2'])
})

it('stays closed after a remount without browser storage', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  show(<Closable notice="return-all/3" />)
  await userEvent.click(screen.getByRole('button', { name: 'Close return-all/3' }))
  cleanup()
  show(<Closable notice="return-all/3" />)
  expect(screen.queryByRole('button')).toBeNull()
  vi.restoreAllMocks()
})
