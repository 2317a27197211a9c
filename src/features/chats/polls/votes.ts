import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { waitForCacheFlush } from '../../../api/cache/applyWrite.ts'
import { write } from '../../../api/cache/query.ts'
import { type Message, messages, type Poll } from '../../../contract/messages.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { type Person, useCurrentUser } from '../../../session/currentUser.ts'

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
  const person = useCurrentUser()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  /** Not sent yet. */
  const [selected, setSelected] = useState<readonly number[]>()
  const mutation = useMutation({
    ...write(messages.vote),
    // Votes arrive in order.
    scope: { id: `vote/${message.id}` },
    // Otherwise the poll would show the old counts for a moment.
    onSuccess: waitForCacheFlush,
  })
  const requested = mutation.variables?.body.option_ids

  const shownPoll = mutation.isPending && requested ? applyVote(poll, requested, person) : poll
  const ownVote = getOwnVote(shownPoll)
  const closesAt = poll.closes_at ? parseInstant(poll.closes_at, timeZone) : undefined
  // If only the response was lost, the vote may have counted after all.
  const failed =
    mutation.error && requested && !isSameVote(requested, ownVote)
      ? { optionIds: requested, error: mutation.error }
      : undefined
  const isClosed = (closesAt !== undefined && closesAt <= now) || failed?.error.kind === 'conflict'
  const select = (optionIds: readonly number[] | undefined) => {
    setSelected(optionIds)
    if (!mutation.isPending) mutation.reset()
  }
  return {
    /** Including the pending vote. */
    shownPoll,
    ownVote,
    /** A selection, a failed vote or `ownVote`. */
    checkedIds: isClosed ? ownVote : (selected ?? failed?.optionIds ?? ownVote),
    closesAt,
    isClosed,
    failed,
    /** Also removes a failed vote. */
    select,
    /** `onCounted` is not called if the user votes again before. */
    vote(optionIds: readonly number[], onCounted: (poll: Poll | null | undefined) => void) {
      setSelected(undefined)
      mutation.mutate(
        { chat_id: message.chat_id, message_id: message.id, body: { option_ids: [...optionIds] } },
        { onSuccess: response => onCounted(response.poll) },
      )
    },
  }
}
