import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { me } from '../../contract/me.ts'
import { isUnavailable } from './dayErrors.ts'
import type { MyClass } from './MyClassesContext.ts'

export type ClassesState = {
  /** `unlisted`: the service does not list the user's classes, and the user has not added one. */
  kind: 'known' | 'loading' | 'failed' | 'unlisted'
  error: Error | null
  retry: () => void
}

/** Returns whether `classes` can be complete, so that an empty list means that the user has no class. */
export function useClassesState(classes: readonly MyClass[]): ClassesState {
  const { data, error, refetch } = useQuery(query(me.memberships, {}))
  const retry = () => void refetch()
  if (classes.length > 0 || data) return { kind: 'known', error: null, retry }
  if (!error) return { kind: 'loading', error: null, retry }
  return isUnavailable(error) ? { kind: 'unlisted', error: null, retry } : { kind: 'failed', error, retry }
}
