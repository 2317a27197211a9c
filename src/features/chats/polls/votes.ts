import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { waitForCacheFlush } from '../../../api/cache/applyWrite.ts'
import { write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Message, messages, type Poll } from '../../../contract/messages.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { type Person, useCurrentUser } from '../../../session/currentUser.ts'
import { createUserHook } from '../chatQueries.ts'
import { isDeleted, isSupported } from '../message/deleteMessage.tsx'

/**
 * A user's vote in one poll, as option IDs. `marks`: chosen but not sent. `sent`: in flight, and shown as if it
 * counted. `failed`: did not count. The choice remains and can be sent again.
 */
export type VoteState = {
  selected?: readonly number[]
  pending?: readonly number[]
  failed?: { optionIds: readonly number[]; error: ApiError | undefined }
}

/**
 * `counted`: has the updated poll. `overtaken`: the user chose again before the response, and only that counts.
 * `deleted`: the poll no longer exists, which `lostChats` reports to the chat.
 */
export type VoteOutcome =
  | { kind: 'counted'; poll: Poll | null | undefined }
  | { kind: 'failed' | 'overtaken' | 'deleted' }

type PollMessageRef = Pick<Message, 'id' | 'chat_id'>

const emptyState: VoteState = {}

type VoteStore = { states: ReadonlyMap<number, VoteState>; chatsWithLostVote: ReadonlySet<number> }

/** Creates the votes of a user. They are independent of the rows, so a row that scrolls away loses no vote. */
export function createVotes(client: QueryClient) {
  const store = createStore<VoteStore>(() => ({ states: new Map(), chatsWithLostVote: new Set() }))
  const findState = (messageId: number) => store.getState().states.get(messageId)
  const activeRequests = new Map<number, Promise<VoteOutcome>>()
  let isUnsupported = false

  const setVoteState = (messageId: number, state: VoteState) =>
    store.setState(({ states }) => ({ states: new Map(states).set(messageId, state) }))
  const send = (message: PollMessageRef, option_ids: readonly number[]) =>
    client
      .getMutationCache()
      .build(client, write(messages.vote))
      .execute({ chat_id: message.chat_id, message_id: message.id, body: { option_ids: [...option_ids] } })

  /**
   * Sends one vote at a time, so that an older response never comes after a newer one. Of several new choices, the last
   * is sent.
   */
  async function sendVotes(message: PollMessageRef): Promise<VoteOutcome> {
    for (;;) {
      const sent = findState(message.id)?.pending ?? []
      const isLatest = () => findState(message.id)?.pending === sent
      let poll: Poll | null | undefined
      try {
        poll = (await send(message, sent)).poll
        // Without this, the poll would show the old counts for a moment.
        await waitForCacheFlush()
        const wanted = findState(message.id)?.pending ?? []
        if (!isLatest() && !(poll && isSameVote(getOwnVote(poll), wanted))) continue
      } catch (cause) {
        if (!isLatest()) continue
        const error = cause instanceof ApiError ? cause : undefined
        const isMissing = error?.kind === 'unsupported'
        if (isMissing && !(await isSupported(client, message, error))) isUnsupported = true
        if (!isLatest()) continue
        if (isMissing && isDeleted(client, message)) {
          store.setState(({ chatsWithLostVote }) => ({
            chatsWithLostVote: new Set(chatsWithLostVote).add(message.chat_id),
          }))
          setVoteState(message.id, emptyState)
          return { kind: 'deleted' }
        }
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
    /** Returns the same object until something changes. */
    getState: (messageId: number): VoteState => findState(messageId) ?? emptyState,
    isUnsupported: () => isUnsupported,
    /** Whether a vote in this chat found its poll deleted, and the user has not dismissed the notice. */
    hasLostVote: (chatId: number) => store.getState().chatsWithLostVote.has(chatId),
    dismissLost(chatId: number) {
      const chatsWithLostVote = new Set(store.getState().chatsWithLostVote)
      if (chatsWithLostVote.delete(chatId)) store.setState({ chatsWithLostVote })
    },
    subscribe: store.subscribe,
    /** Sets the marked options, or removes them if they are undefined. Also removes a failed vote. */
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
      return isSuperseded ? { kind: 'overtaken' } : outcome
    },
  }
}

export const useVotes = createUserHook(createVotes)

/** Returns the options that the user has chosen. */
export const getOwnVote = (poll: Pick<Poll, 'options'>): readonly number[] =>
  poll.options.filter(option => option.is_voted === true).map(({ id }) => id)

export const isSameVote = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every(id => other.includes(id))

/**
 * Returns the poll as if this vote counted, from any state. The user's earlier vote is removed first. An anonymous poll
 * lists no voters, and counts that the service does not send stay absent.
 */
export function applyVote(poll: Poll, optionIds: readonly number[], { id, name = '' }: Person): Poll {
  const previousVote = getOwnVote(poll)
  const voterChange = Number(optionIds.length > 0) - Number(previousVote.length > 0)
  const updateVoters = <V extends { id: number }>(voters: V[] | undefined, chosen: boolean) => {
    if (poll.is_anonymous || !voters) return voters
    const others = voters.filter(voter => voter.id !== id)
    return chosen ? [{ id, name }, ...others] : others
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

/** A poll with the user's votes and actions. */
export type PollState = ReturnType<typeof usePoll>

export function usePoll(message: Message, poll: Poll) {
  const votes = useVotes()
  const person = useCurrentUser()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const { selected, pending, failed } = useSyncExternalStore(votes.subscribe, () =>
    votes.getState(message.id),
  )
  const isUnsupported = useSyncExternalStore(votes.subscribe, votes.isUnsupported)

  const shownPoll = pending ? applyVote(poll, pending, person) : poll
  const ownVote = getOwnVote(shownPoll)
  const closesAt = poll.closes_at ? parseInstant(poll.closes_at, timeZone) : undefined
  // If the response was lost, the vote may have counted after all.
  const failedVote = failed && !isSameVote(failed.optionIds, ownVote) ? failed : undefined
  const isClosed = (closesAt !== undefined && closesAt <= now) || failedVote?.error?.kind === 'conflict'
  const checked = isClosed || isUnsupported ? ownVote : (selected ?? failedVote?.optionIds ?? ownVote)
  return {
    /** The poll as if the pending vote counted. */
    shownPoll,
    /** Options of the vote that counts or is in flight. */
    ownVote,
    /** Options whose boxes are checked: `own`, or a vote that was not sent or failed. */
    checkedIds: checked,
    closesAt,
    isClosed,
    isUnsupported,
    failed: failedVote,
    select: (optionIds: readonly number[] | undefined) => votes.select(message.id, optionIds),
    vote: votes.vote,
  }
}
