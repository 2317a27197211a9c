import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '../../../lib/isRecord.ts'

/**
 * State of the list in the URL. A form over the list has its own URL: its links take the list's query along in the
 * history state (`listState`). While a form is open, `setAddress` has no effect.
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

/** Reads the list's query from the history state of a form. Returns '' if the form was opened by its URL. */
export const getListQuery = (state: unknown): string =>
  isRecord(state) && typeof state.list === 'string' ? state.list : ''

/** `correct`: by number of submissions to correct. */
export const sortOrders = ['due', 'subject', 'correct'] as const
export type SortOrder = (typeof sortOrders)[number]

/** `subject` is an ID. */
export type HomeworkAddress = {
  find: string
  subject: number | undefined
  sort: SortOrder
  isPastExpanded: boolean
}

/** Ignores an invalid subject or order. */
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

/** A text search always includes past homework. */
export const isPastVisible = ({ isPastExpanded, find }: HomeworkAddress): boolean =>
  isPastExpanded || find.trim() !== ''
