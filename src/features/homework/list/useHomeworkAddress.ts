import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '../../../lib/isRecord.ts'

/**
 * Returns the state of the list from the URL, and `go` to change it. A form over the list has its own URL, so the
 * list's query is then in the history state (`fromList`). While a form is open, `go` has no effect.
 */
export function useHomeworkAddress(): {
  address: HomeworkAddress
  go: (to: HomeworkAddress) => void
  fromList: { list: string }
} {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const own = /\/homework\/?$/.test(pathname)
  const list = own ? search : getListQuery(state)
  const address = readAddress(new URLSearchParams(list))
  return {
    address,
    go: to => {
      // Typing in the filter must not add history entries. The loader does not depend on the query.
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

/** Returns the list's query from the history state of a form. Returns '' if the form was opened by its URL. */
export const getListQuery = (state: unknown): string =>
  isRecord(state) && typeof state.list === 'string' ? state.list : ''

/** Orders of the list: by due time, by subject, or by number of submissions to correct. */
export const sortings = ['due', 'subject', 'correct'] as const
export type Sorting = (typeof sortings)[number]

/** State of the list in the URL. `subject` is an ID. `past`: whether past homework is expanded. */
export type HomeworkAddress = { find: string; subject: number | undefined; sort: Sorting; past: boolean }

/** Reads the state of the list from a query. Ignores an invalid subject or order. */
export function readAddress(query: URLSearchParams): HomeworkAddress {
  const subject = query.get('subject') ?? ''
  const sort = sortings.find(name => name === query.get('sort'))
  return {
    find: query.get('find') ?? '',
    subject: /^[1-9]\d{0,14}$/.test(subject) ? Number(subject) : undefined,
    sort: sort ?? 'due',
    past: query.get('past') === 'open',
  }
}

export function addressQuery({ find, subject, sort, past }: HomeworkAddress): URLSearchParams {
  return new URLSearchParams({
    ...(find.trim() && { find }),
    ...(subject !== undefined && { subject: String(subject) }),
    ...(sort !== 'due' && { sort }),
    ...(past && { past: 'open' }),
  })
}

/** Returns whether past homework is shown. A text search always includes it. */
export const isPastOpen = ({ past, find }: HomeworkAddress): boolean => past || find.trim() !== ''
