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
