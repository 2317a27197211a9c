import { Box, Checkbox, Radio, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Poll } from '../../../contract/messages.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { FunnelBar } from '../../../ui/FunnelBar.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { PeoplePopover } from '../message/PeoplePopover.tsx'
import styles from './MessagePoll.module.css'

type Option = Poll['options'][number]

type PollOptionRowProps = {
  option: Option
  voterCount: number | undefined
  group: string
  isMultiple: boolean
  checked: boolean
  disabled: boolean
  isAnonymous: boolean
  onChoose: () => void
}

export function PollOptionRow(props: PollOptionRowProps) {
  const { option, voterCount, group, isMultiple, checked, disabled, isAnonymous, onChoose } = props
  const t = useT('polls')
  const format = useFormat()
  const id = useId()
  const { votes } = option
  const percent = getPercent(votes, voterCount)
  const Choice = isMultiple ? Checkbox : Radio
  return (
    <li className={styles.option} data-own={option.is_voted === true}>
      <label className={styles.answer} htmlFor={`${id}-box`} data-disabled={disabled}>
        <span className={styles.line}>
          <Choice
            id={`${id}-box`}
            className={styles.box ?? ''}
            name={group}
            checked={checked}
            disabled={disabled}
            aria-labelledby={id}
            aria-describedby={`${id}-result`}
            onChange={onChoose}
          />
          <span className={styles.text} id={id} dir="auto">
            {option.text}
          </span>
          {votes !== undefined && (
            <span>
              <span aria-hidden>{format.number(votes)}</span>
              <VisuallyHidden>
                <span id={`${id}-result`}>{formatOptionResult(option, voterCount, t)}</span>
              </VisuallyHidden>
            </span>
          )}
        </span>
        {percent !== undefined && (
          <Box component="span" display="block" ml="1.5rem" pt={3} pb={2}>
            <FunnelBar parts={[percent / 100]} />
          </Box>
        )}
      </label>
      {!isAnonymous && option.users_voted && <VoterLine option={option} />}
    </li>
  )
}

/** E.g. `Emil Adler, Mika Sommer, Aiko Tanaka and 6 more`. A click shows all. */
function VoterLine({ option }: { option: Option }) {
  const t = useT('polls')
  const locale = useLocale()
  const format = useFormat()
  const person = useCurrentUser()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const voters = getOptionVoters(option, person.id, locale)
  const { shown, hiddenCount } = getVoterNames(voters, t('you'))
  // Reserves the line, so that the first vote does not shift the layout.
  if (shown.length === 0) return <Names>{'\u00a0'}</Names>
  const moreLabel = hiddenCount > 0 ? [t('more', { count: hiddenCount })] : []
  const names = format.listParts([...shown, ...moreLabel]).map(({ type, value }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, in their order.
    type === 'element' ? <bdi key={index}>{value}</bdi> : <Fragment key={index}>{value}</Fragment>,
  )
  if (hiddenCount === 0) return <Names>{names}</Names>
  const title = t('voters.title', { option: option.text })
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Names>
      <UnstyledButton
        ref={button}
        variant="link"
        c="inherit"
        maw="100%"
        py="xs"
        my="-0.25rem"
        aria-haspopup="dialog"
        aria-expanded={open}
        title={t('voters.show')}
        onClick={() => setOpen(!open)}
      >
        {names}
      </UnstyledButton>
      {open && (
        <PeoplePopover title={title} anchor={() => button.current} close={close}>
          {voters.isOwn && <li>{t('you')}</li>}
          {voters.otherVoters.map(({ id, name }) => (
            <Text component="li" key={id} style={{ overflowWrap: 'anywhere' }}>
              <bdi translate="no">{sanitizeName(name)}</bdi>
            </Text>
          ))}
        </PeoplePopover>
      )}
    </Names>
  )
}

const Names = ({ children }: { children: ReactNode }) => (
  <Text component="div" size="xs" c="var(--text-3)" pl="1.5rem" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

/** Returns `8 votes, 35 %`, or less without numbers. */
function formatOptionResult(
  { votes }: Pick<Option, 'votes'>,
  voterCount: number | undefined,
  t: T<'polls'>,
): string {
  if (votes === undefined) return ''
  const percent = getPercent(votes, voterCount)
  return percent === undefined
    ? t('votes', { count: votes })
    : t('share', { count: votes, percent: String(percent) })
}

/** Returns `The Wave: 8 votes, 35 %` for each option that the user chose. */
export function formatOwnResults(poll: Poll, t: T<'polls'>): string {
  const voterCount = countVoters(poll)
  return poll.options
    .filter(option => option.is_voted === true)
    .map(option => t('said', { option: option.text, result: formatOptionResult(option, voterCount, t) }))
    .join('. ')
}

/** Returns undefined if the number is unknown. */
export function countVoters(poll: Poll): number | undefined {
  if (poll.total_votes !== undefined) return poll.total_votes
  if (!poll.is_anonymous && poll.users_voted && poll.users_voted.length > 0) return poll.users_voted.length
  const votes = poll.options.map(option => option.votes)
  // With several choices, one person may have cast several votes.
  if (poll.is_multiple_choice || votes.includes(undefined)) return undefined
  return votes.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

/** A whole number from 0 to 100. */
export function getPercent(votes: number | undefined, voterCount: number | undefined): number | undefined {
  if (votes === undefined || voterCount === undefined) return undefined
  return voterCount === 0 ? 0 : Math.min(100, Math.round((votes / voterCount) * 100))
}

export type Voter = { id: number; name: string }

/** Maximum number of voters in a list of all names. */
const maxAllNamed = 6
const maxNamed = 3

/** Sorts the other voters by family name. */
export function getOptionVoters(
  option: Pick<Option, 'is_voted' | 'users_voted'>,
  readerId: number,
  language: string,
): { isOwn: boolean; otherVoters: readonly Voter[] } {
  const compareNames = compareByFamilyName(language)
  const byId = new Map((option.users_voted ?? []).map(voter => [voter.id, voter]))
  const otherVoters = [...byId.values()]
    .filter(({ id }) => id !== readerId)
    .sort((a, b) => compareNames(a, b) || a.id - b.id)
  return { isOwn: option.is_voted === true, otherVoters }
}

/** `you` is the word for the user. */
export function getVoterNames(
  { isOwn, otherVoters }: ReturnType<typeof getOptionVoters>,
  you: string,
): { shown: readonly string[]; hiddenCount: number } {
  const names = [...(isOwn ? [you] : []), ...otherVoters.map(({ name }) => sanitizeName(name))]
  return names.length <= maxAllNamed
    ? { shown: names, hiddenCount: 0 }
    : { shown: names.slice(0, maxNamed), hiddenCount: names.length - maxNamed }
}
