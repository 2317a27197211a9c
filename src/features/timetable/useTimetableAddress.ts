import { useSearchParams } from 'react-router'
import { addressQuery, readAddress, type TimetableAddress } from './timetableAddress.ts'

// Without the route's loader: the screen stands and asks for the week itself.
const within = { preventScrollReset: true, defaultShouldRevalidate: false }

/** The address is the screen's state: what it says, and the way to another place of the timetable. */
export function useTimetableAddress(): [TimetableAddress, (to: TimetableAddress) => void] {
  const [query, setQuery] = useSearchParams()
  return [readAddress(query), to => setQuery(addressQuery(to), within)]
}
