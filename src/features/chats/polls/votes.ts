import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { cacheFlushed } from '../../../api/cache/applyWrite.ts'
import { write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Message, messages, type Poll } from '../../../contract/messages.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { instantOf } from '../../../lib/schoolTime.ts'
import { type Person, useCurrentUser } from '../../../session/currentUser.ts'
import { perPerson } from '../chatQueries.ts'
import { isDeleted, isOffered } from '../message/deleteMessage.tsx'

/**
 * A user's vote in one poll, as option IDs. `marks`: chosen but not sent. `sent`: in flight, and shown as if it
 * counted. `failed`: did not count. The choice remains and can be sent again.
 */
export type VoteState = {
  marks?: readonly number[]
  sent?: readonly number[]
  failed?: { optionIds: readonly number[]; error: ApiError | undefined }
}

/**
 * `counted`: has the updated poll. `overtaken`: the user chose again before the response, and only that counts.
 * `deleted`: the poll no longer exists, which `lost` reports to the chat.
 */
export type VoteOutcome =
  | { kind: 'counted'; poll: Poll | null | undefined }
  | { kind: 'failed' | 'overtaken' | 'deleted' }

type Polled = Pick<Message, 'id' | 'chat_id'>

const untouched: VoteState = {}

type VoteStore = { states: ReadonlyMap<number, VoteState>; lost: ReadonlySet<number> }

/** Creates the votes of a user. They are independent of the rows, so a row that scrolls away loses no vote. */
export function createVotes(client: QueryClient) {
  const store = createStore<VoteStore>(() => ({ states: new Map(), lost: new Set() }))
  const stateOf = (messageId: number) => store.getState().states.get(messageId)
  const running = new Map<number, Promise<VoteOutcome>>()
  let unsupported = false

  const put = (messageId: number, state: VoteState) =>
    store.setState(({ states }) => ({ states: new Map(states).set(messageId, state) }))
  const send = (message: Polled, option_ids: readonly number[]) =>
    client
      .getMutationCache()
      .build(client, write(messages.vote))
      .execute({ chat_id: message.chat_id, message_id: message.id, body: { option_ids: [...option_ids] } })

  /**
   * Sends one vote at a time, so that an older response never comes after a newer one. Of several new choices, the last
   * is sent.
   */
  async function run(message: Polled): Promise<VoteOutcome> {
    for (;;) {
      const sent = stateOf(message.id)?.sent ?? []
      const isLast = () => stateOf(message.id)?.sent === sent
      let poll: Poll | null | undefined
      try {
        poll = (await send(message, sent)).poll
        // Without this, the poll would show the old counts for a moment.
        await cacheFlushed()
        const wanted = stateOf(message.id)?.sent ?? []
        if (!isLast() && !(poll && sameVote(ownVote(poll), wanted))) continue
      } catch (cause) {
        if (!isLast()) continue
        const error = cause instanceof ApiError ? cause : undefined
        const isMissing = error?.kind === 'unsupported'
        if (isMissing && !(await isOffered(client, message, error))) unsupported = true
        if (!isLast()) continue
        if (isMissing && isDeleted(client, message)) {
          store.setState(({ lost }) => ({ lost: new Set(lost).add(message.chat_id) }))
          put(message.id, untouched)
          return { kind: 'deleted' }
        }
        const { marks } = stateOf(message.id) ?? untouched
        put(message.id, { ...(marks && { marks }), failed: { optionIds: sent, error } })
        return { kind: 'failed' }
      }
      const { marks } = stateOf(message.id) ?? untouched
      put(message.id, marks ? { marks } : untouched)
      return { kind: 'counted', poll }
    }
  }

  return {
    /** Returns the same object until something changes. */
    state: (messageId: number): VoteState => stateOf(messageId) ?? untouched,
    unsupported: () => unsupported,
    /** Whether a vote in this chat found its poll deleted, and the user has not dismissed the notice. */
    lost: (chatId: number) => store.getState().lost.has(chatId),
    takeNote(chatId: number) {
      const lost = new Set(store.getState().lost)
      if (lost.delete(chatId)) store.setState({ lost })
    },
    subscribe: store.subscribe,
    /** Sets the marked options, or removes them if they are undefined. Also removes a failed vote. */
    mark(messageId: number, marks: readonly number[] | undefined) {
      const { sent } = stateOf(messageId) ?? untouched
      put(messageId, { ...(sent && { sent }), ...(marks && { marks }) })
    },
    async vote(message: Polled, optionIds: readonly number[]): Promise<VoteOutcome> {
      const mine: readonly number[] = [...optionIds]
      put(message.id, { sent: mine })
      const turn = running.get(message.id) ?? run(message).finally(() => running.delete(message.id))
      running.set(message.id, turn)
      let overtaken = false
      const stop = store.subscribe(() => {
        const { sent } = stateOf(message.id) ?? untouched
        if (sent && sent !== mine) overtaken = true
      })
      const outcome = await turn.finally(stop)
      return overtaken ? { kind: 'overtaken' } : outcome
    },
  }
}

export const useVotes = perPerson(createVotes)

/** Returns the options that the user has chosen. */
export const ownVote = (poll: Pick<Poll, 'options'>): readonly number[] =>
  poll.options.filter(option => option.is_voted === true).map(({ id }) => id)

export const sameVote = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every(id => other.includes(id))

/**
 * Returns the poll as if this vote counted, from any state. The user's earlier vote is removed first. An anonymous poll
 * lists no voters, and counts that the service does not send stay absent.
 */
export function withVote(poll: Poll, optionIds: readonly number[], { id, name = '' }: Person): Poll {
  const before = ownVote(poll)
  const joined = Number(optionIds.length > 0) - Number(before.length > 0)
  const named = <V extends { id: number }>(voters: V[] | undefined, chosen: boolean) => {
    if (poll.is_anonymous || !voters) return voters
    const others = voters.filter(voter => voter.id !== id)
    return chosen ? [{ id, name }, ...others] : others
  }
  return {
    ...poll,
    ...(poll.total_votes !== undefined && { total_votes: Math.max(0, poll.total_votes + joined) }),
    users_voted: named(poll.users_voted, optionIds.length > 0),
    options: poll.options.map(option => {
      const chosen = optionIds.includes(option.id)
      if (chosen === (option.is_voted === true)) return option
      const votes = option.votes === undefined ? undefined : Math.max(0, option.votes + (chosen ? 1 : -1))
      return { ...option, votes, is_voted: chosen, users_voted: named(option.users_voted, chosen) }
    }),
  }
}

/** A poll with the user's votes and actions. */
export type OpenPoll = ReturnType<typeof usePoll>

export function usePoll(message: Message, poll: Poll) {
  const votes = useVotes()
  const person = useCurrentUser()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const { marks, sent, failed } = useSyncExternalStore(votes.subscribe, () => votes.state(message.id))
  const isUnsupported = useSyncExternalStore(votes.subscribe, votes.unsupported)

  const shown = sent ? withVote(poll, sent, person) : poll
  const own = ownVote(shown)
  const closesAt = poll.closes_at ? instantOf(poll.closes_at, timeZone) : undefined
  // If the response was lost, the vote may have counted after all.
  const stillFailed = failed && !sameVote(failed.optionIds, own) ? failed : undefined
  const isClosed = (closesAt !== undefined && closesAt <= now) || stillFailed?.error?.kind === 'conflict'
  const wanted = isClosed || isUnsupported ? own : (marks ?? stillFailed?.optionIds ?? own)
  return {
    /** The poll as if the pending vote counted. */
    shown,
    /** Options of the vote that counts or is in flight. */
    own,
    /** Options whose boxes are checked: `own`, or a vote that was not sent or failed. */
    chosen: wanted,
    closesAt,
    isClosed,
    isUnsupported,
    failed: stillFailed,
    mark: (optionIds: readonly number[] | undefined) => votes.mark(message.id, optionIds),
    vote: votes.vote,
  }
}
