import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '../../../lib/isRecord.ts'

/**
 * Returns the state of the list from the URL, and `go` to change it. A form over the list has its own URL, so the
 * list's query is then in the history state (`fromList`). While a form is open, `go` has no effect.
 */
export function useHomeworkAddress(): {
  address: HomeworkAddress
  setAddress: (next: HomeworkAddress) => void
  listState: { list: string }
} {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isListUrl = /\/homework\/?$/.test(pathname)
  const list = isListUrl ? search : getListQuery(state)
  const address = parseAddress(new URLSearchParams(list))
  return {
    address,
    setAddress: next => {
      // Typing in the filter must not add history entries. The loader does not depend on the query.
      if (isListUrl) {
        void navigate(
          { search: formatAddress(next).toString() },
          { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
        )
      }
    },
    listState: { list },
  }
}

/** Returns the list's query from the history state of a form. Returns '' if the form was opened by its URL. */
export const getListQuery = (state: unknown): string =>
  isRecord(state) && typeof state.list === 'string' ? state.list : ''

/** Orders of the list: by due time, by subject, or by number of submissions to correct. */
export const sortOrders = ['due', 'subject', 'correct'] as const
export type SortOrder = (typeof sortOrders)[number]

/** State of the list in the URL. `subject` is an ID. `isPastExpanded`: whether past homework is shown. */
export type HomeworkAddress = {
  find: string
  subject: number | undefined
  sort: SortOrder
  isPastExpanded: boolean
}

/** Reads the state of the list from a query. Ignores an invalid subject or order. */
export function parseAddress(query: URLSearchParams): HomeworkAddress {
  const subject = query.get('subject') ?? ''
  const sort = sortOrders.find(name => name === query.get('sort'))
  return {
    find: query.get('find') ?? '',
    subject: /^[1-9]\d{0,14}$/.test(subject) ? Number(subject) : undefined,
    sort: sort ?? 'due',
    isPastExpanded: query.get('past') === 'open',
  }
}

export function formatAddress({ find, subject, sort, isPastExpanded }: HomeworkAddress): URLSearchParams {
  return new URLSearchParams({
    ...(find.trim() && { find }),
    ...(subject !== undefined && { subject: String(subject) }),
    ...(sort !== 'due' && { sort }),
    ...(isPastExpanded && { past: 'open' }),
  })
}

/** Returns whether past homework is shown. A text search always includes it. */
export const isPastVisible = ({ isPastExpanded, find }: HomeworkAddress): boolean =>
  isPastExpanded || find.trim() !== ''
