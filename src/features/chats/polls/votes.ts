import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { waitForCacheFlush } from '../../../api/cache/applyWrite.ts'
import { keyOf, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Message, messages, type Poll } from '../../../contract/messages.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { type Person, useCurrentUser } from '../../../session/currentUser.ts'
import { createUserHook } from '../chatQueries.ts'

/**
 * As option IDs. `selected`: not sent. `pending`: in flight, and shown as if it counted. `failed`: did not
 * count.
 */
export type VoteState = {
  selected?: readonly number[]
  pending?: readonly number[]
  failed?: { optionIds: readonly number[]; error: ApiError | undefined }
}

/** `superseded`: the user chose again before the response. */
export type VoteOutcome =
  | { kind: 'counted'; poll: Poll | null | undefined }
  | { kind: 'failed' | 'superseded' }

type PollMessageRef = Pick<Message, 'id' | 'chat_id'>

const emptyState: VoteState = {}

/** Independent of rows, so that scrolling a row away loses no vote. */
export function createVotes(client: QueryClient) {
  const store = createStore<ReadonlyMap<number, VoteState>>(() => new Map())
  const findState = (messageId: number) => store.getState().get(messageId)
  const activeRequests = new Map<number, Promise<VoteOutcome>>()

  const setVoteState = (messageId: number, state: VoteState) =>
    store.setState(states => new Map(states).set(messageId, state), true)
  const send = (message: PollMessageRef, option_ids: readonly number[]) =>
    client
      .getMutationCache()
      .build(client, write(messages.vote))
      .execute({ chat_id: message.chat_id, message_id: message.id, body: { option_ids: [...option_ids] } })

  /** One at a time, so that responses arrive in order. Of several new choices, only the last is sent. */
  async function sendVotes(message: PollMessageRef): Promise<VoteOutcome> {
    for (;;) {
      const sent = findState(message.id)?.pending ?? []
      const isLatest = () => findState(message.id)?.pending === sent
      let poll: Poll | null | undefined
      try {
        poll = (await send(message, sent)).poll
        // Otherwise the poll would show the old counts for a moment.
        await waitForCacheFlush()
        const wanted = findState(message.id)?.pending ?? []
        if (!isLatest() && !(poll && isSameVote(getOwnVote(poll), wanted))) continue
      } catch (cause) {
        if (!isLatest()) continue
        const error = cause instanceof ApiError ? cause : undefined
        // The poll may have been deleted.
        void client.invalidateQueries({ queryKey: keyOf(messages.list, { chat_id: message.chat_id }) })
        const { selected } = findState(message.id) ?? emptyState
        setVoteState(message.id, { ...(selected && { selected }), failed: { optionIds: sent, error } })
        return { kind: 'failed' }
      }
      const { selected } = findState(message.id) ?? emptyState
      setVoteState(message.id, selected ? { selected } : emptyState)
      return { kind: 'counted', poll }
    }
  }

  return {
    getState: (messageId: number): VoteState => findState(messageId) ?? emptyState,
    subscribe: store.subscribe,
    /** Also removes a failed vote. */
    select(messageId: number, selected: readonly number[] | undefined) {
      const { pending } = findState(messageId) ?? emptyState
      setVoteState(messageId, { ...(pending && { pending }), ...(selected && { selected }) })
    },
    async vote(message: PollMessageRef, optionIds: readonly number[]): Promise<VoteOutcome> {
      const requested: readonly number[] = [...optionIds]
      setVoteState(message.id, { pending: requested })
      const request =
        activeRequests.get(message.id) ?? sendVotes(message).finally(() => activeRequests.delete(message.id))
      activeRequests.set(message.id, request)
      let isSuperseded = false
      const stop = store.subscribe(() => {
        const { pending } = findState(message.id) ?? emptyState
        if (pending && pending !== requested) isSuperseded = true
      })
      const outcome = await request.finally(stop)
      return isSuperseded ? { kind: 'superseded' } : outcome
    },
  }
}

export const useVotes = createUserHook(createVotes)

export const getOwnVote = (poll: Pick<Poll, 'options'>): readonly number[] =>
  poll.options.filter(option => option.is_voted === true).map(({ id }) => id)

export const isSameVote = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every(id => other.includes(id))

/** Anonymous polls get no voters, and missing counts stay absent. */
export function applyVote(poll: Poll, optionIds: readonly number[], { id, name = '' }: Person): Poll {
  const previousVote = getOwnVote(poll)
  const voterChange = Number(optionIds.length > 0) - Number(previousVote.length > 0)
  const updateVoters = <V extends { id: number }>(voters: V[] | undefined, chosen: boolean) => {
    if (poll.is_anonymous || !voters) return voters
    const otherVoters = voters.filter(voter => voter.id !== id)
    return chosen ? [{ id, name }, ...otherVoters] : otherVoters
  }
  return {
    ...poll,
    ...(poll.total_votes !== undefined && { total_votes: Math.max(0, poll.total_votes + voterChange) }),
    users_voted: updateVoters(poll.users_voted, optionIds.length > 0),
    options: poll.options.map(option => {
      const chosen = optionIds.includes(option.id)
      if (chosen === (option.is_voted === true)) return option
      const votes = option.votes === undefined ? undefined : Math.max(0, option.votes + (chosen ? 1 : -1))
      return { ...option, votes, is_voted: chosen, users_voted: updateVoters(option.users_voted, chosen) }
    }),
  }
}

/** Returns why a vote failed, as the key of a text. */
export function getVoteFailure({ error }: NonNullable<PollState['failed']>) {
  if (error?.kind === 'offline') return 'failed.offline'
  if (error?.kind === 'conflict') return 'failed.closed'
  return error?.kind === 'notFound' || error?.kind === 'unsupported' ? 'failed.gone' : 'failed.other'
}

export type PollState = ReturnType<typeof usePoll>

export function usePoll(message: Message, poll: Poll) {
  const votes = useVotes()
  const person = useCurrentUser()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const { selected, pending, failed } = useSyncExternalStore(votes.subscribe, () =>
    votes.getState(message.id),
  )

  const shownPoll = pending ? applyVote(poll, pending, person) : poll
  const ownVote = getOwnVote(shownPoll)
  const closesAt = poll.closes_at ? parseInstant(poll.closes_at, timeZone) : undefined
  // If only the response was lost, the vote may have counted after all.
  const failedVote = failed && !isSameVote(failed.optionIds, ownVote) ? failed : undefined
  const isClosed = (closesAt !== undefined && closesAt <= now) || failedVote?.error?.kind === 'conflict'
  const checkedIds = isClosed ? ownVote : (selected ?? failedVote?.optionIds ?? ownVote)
  return {
    /** Including the pending vote. */
    shownPoll,
    ownVote,
    /** A selection, a failed vote or `ownVote`. */
    checkedIds,
    closesAt,
    isClosed,
    failed: failedVote,
    select: (optionIds: readonly number[] | undefined) => votes.select(message.id, optionIds),
    vote: votes.vote,
  }
}
