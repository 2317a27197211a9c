import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '../../../lib/isRecord.ts'

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

/** How the list is ordered: by the day it is due, by subject, or by how much there is to correct. */
export const sortings = ['due', 'subject', 'correct'] as const
export type Sorting = (typeof sortings)[number]

/** What the address says of the list; `subject` is a subject's id. `past`: whether what is over is unfolded. */
export type HomeworkAddress = { find: string; subject: number | undefined; sort: Sorting; past: boolean }

/** Reads the query of the address. What names no subject or order counts as not given. */
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

/** Who looks for a text looks in what is past, too. */
export const isPastOpen = ({ past, find }: HomeworkAddress): boolean => past || find.trim() !== ''
