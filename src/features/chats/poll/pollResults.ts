import type * as z from 'zod/mini'
import type { Poll, PollOption } from '../../../contract/messages.ts'
import type { T } from '../../../i18n/useT.ts'
import { percentOf, votersIn } from './pollShares.ts'

/** `8 votes, 35 %`, as far as the service tells. `people`: how many voted. */
export function optionResult(
  { votes }: Pick<z.output<typeof PollOption>, 'votes'>,
  people: number | undefined,
  t: T<'polls'>,
): string {
  if (votes === undefined) return ''
  const percent = percentOf(votes, people)
  return percent === undefined
    ? t('votes', { count: votes })
    : t('share', { count: votes, percent: String(percent) })
}

/** `The Wave: 8 votes, 35 %`, for each answer the reader chose. */
export function ownResults(poll: Poll, t: T<'polls'>): string {
  const people = votersIn(poll)
  return poll.options
    .filter(option => option.is_voted === true)
    .map(option => t('said', { option: option.text, result: optionResult(option, people, t) }))
    .join('. ')
}
