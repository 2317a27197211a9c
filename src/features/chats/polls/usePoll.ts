import { useSyncExternalStore } from 'react'
import type { Message, Poll } from '../../../contract/messages.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { ownVote, sameVote, useVotes, type VoteState, type Votes, withVote } from './votes.ts'

/** A poll as its reader has it before them, and what they can do with it. */
export type OpenPoll = {
  /** With the vote that is on its way, as if it counted. */
  shown: Poll
  /** The vote that counts, or is on its way. */
  own: readonly number[]
  /** What the boxes say: as `own`, or what is not sent or was not counted. */
  chosen: readonly number[]
  /** When it closes or closed, Unix ms. */
  closesAt: number | undefined
  isClosed: boolean
  isUnsupported: boolean
  failed: VoteState['failed']
  mark: (optionIds: readonly number[] | undefined) => void
  vote: Votes['vote']
}

export function usePoll(message: Message, poll: Poll): OpenPoll {
  const votes = useVotes()
  const person = usePerson()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const { marks, sent, failed } = useSyncExternalStore(votes.subscribe, () => votes.state(message.id))
  const isUnsupported = useSyncExternalStore(votes.subscribe, votes.unsupported)

  const shown = sent ? withVote(poll, sent, person) : poll
  const own = ownVote(shown)
  const closesAt = poll.closes_at ? instantOf(poll.closes_at, timeZone) : undefined
  // Its answer was lost, and it counted after all.
  const stillFailed = failed && !sameVote(failed.optionIds, own) ? failed : undefined
  const isClosed = (closesAt !== undefined && closesAt <= now) || stillFailed?.error?.kind === 'conflict'
  const wanted = isClosed || isUnsupported ? own : (marks ?? stillFailed?.optionIds ?? own)
  return {
    shown,
    own,
    chosen: wanted,
    closesAt,
    isClosed,
    isUnsupported,
    failed: stillFailed,
    mark: optionIds => votes.mark(message.id, optionIds),
    vote: votes.vote,
  }
}
