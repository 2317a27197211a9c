import { belowBase } from '../appBase.ts'
import { paths } from '../paths.ts'

type Page = { location: Pick<Location, 'pathname' | 'search'>; history: Pick<History, 'replaceState'> }

let brought: string | undefined

/**
 * Takes what the service sent along out of the address bar before anything else runs, so that neither history nor a
 * Referer ever has the code (cases 1 and 3). Called first thing by main.tsx.
 */
export function takeArrival({ location, history }: Page): void {
  if (belowBase(location.pathname) !== paths.signInCallback()) return
  brought = location.search
  history.replaceState(null, '', location.pathname)
}

/** What a cold arrival brought, once; `undefined` when this page was reached from within the app. */
export function arrivalQuery(): URLSearchParams | undefined {
  const query = brought === undefined ? undefined : new URLSearchParams(brought)
  brought = undefined
  return query
}
