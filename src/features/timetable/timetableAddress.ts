import type { TimetableView } from '../../app/paths.ts'
import { mondayOfWeek, plusDays } from '../../lib/week.ts'

/** What the address says; `week` and `day` are missing where it leaves the choice to the present. */
export type TimetableAddress = { week?: string; day?: string; view: TimetableView }

/** Reads the query of the address. What names no week, day or view counts as not given. */
export function readAddress(query: URLSearchParams): TimetableAddress {
  const week = query.get('week') ?? ''
  const day = query.get('day') ?? ''
  return {
    ...(mondayOfWeek(week) && { week }),
    ...(isDay(day) && { day }),
    view: query.get('view') === 'day' ? 'day' : 'week',
  }
}

export function addressQuery({ week, day, view }: TimetableAddress): URLSearchParams {
  return new URLSearchParams({
    ...(week && { week }),
    ...(day && { day }),
    ...(view === 'day' && { view }),
  })
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && plusDays(text, 0) === text
