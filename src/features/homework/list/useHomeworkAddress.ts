import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '../../../lib/isRecord.ts'
import { addressQuery, type HomeworkAddress, readAddress } from './homeworkAddress.ts'

/**
 * What the address says of the list, and the way to show another part of it. While a form lies over the list the address
 * is the form's, and the list's own travels along (`fromList`).
 */
export function useHomeworkAddress(): {
  address: HomeworkAddress
  go: (to: HomeworkAddress) => void
  fromList: { list: string }
} {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const own = /\/homework\/?$/.test(pathname)
  const list = own ? search : listOf(state)
  const address = readAddress(new URLSearchParams(list))
  return {
    address,
    go: to => {
      // Typing in the filter makes no history, and the loader has nothing new to load.
      if (own) {
        void navigate(
          { search: addressQuery(to).toString() },
          { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
        )
      }
    },
    fromList: { list },
  }
}

/** The list's query that a form over it brought along, '' when it was opened by its address. */
export const listOf = (state: unknown): string =>
  isRecord(state) && typeof state.list === 'string' ? state.list : ''
