import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/ApiError.ts'
import { query } from '../../../api/query.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { inOrder } from './inOrder.ts'

/** The chats of the person as they are known now, in the order of the list. */
export type ChatsKnown = {
  chats: readonly Chat[]
  /** Unix ms of what is shown; `undefined` while nothing is. */
  asOf: number | undefined
  unreadable: number
  error: Error | null
  retry: () => void
}

export function useChats(): ChatsKnown {
  const { timeZone } = useSchoolTime()
  const list = useQuery(query(chats.list, {}))
  // The sign-in over the screen says so; what was asked for is asked again once somebody is signed in.
  const signedOut = list.error instanceof ApiError && list.error.kind === 'signedOut'
  return {
    chats: inOrder(list.data?.rows ?? [], timeZone),
    asOf: list.data && list.dataUpdatedAt,
    unreadable: list.data?.unreadable ?? 0,
    error: signedOut ? null : list.error,
    retry: () => void list.refetch(),
  }
}
