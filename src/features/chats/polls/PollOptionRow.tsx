import { Box, Checkbox, Radio, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Poll } from '../../../contract/messages.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { byFamilyName } from '../../../lib/familyName.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { FunnelBar } from '../../../ui/FunnelBar.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { MessagePopover } from '../message/MessagePopover.tsx'
import styles from './Poll.module.css'

type Option = Poll['options'][number]

type PollOptionRowProps = {
  option: Option
  /** Number of people who voted, if it is known. */
  people: number | undefined
  /** Name of the group of radio buttons. */
  group: string
  several: boolean
  checked: boolean
  disabled: boolean
  isAnonymous: boolean
  onChoose: () => void
}

/** An option with its control, the number of votes and the voters. */
export function PollOptionRow(props: PollOptionRowProps) {
  const { option, people, group, several, checked, disabled, isAnonymous, onChoose } = props
  const t = useT('polls')
  const format = useFormat()
  const id = useId()
  const { votes } = option
  const percent = percentOf(votes, people)
  const Choice = several ? Checkbox : Radio
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
                <span id={`${id}-result`}>{optionResult(option, people, t)}</span>
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

/** The voters of an option, e.g. `Emil Adler, Mika Sommer, Aiko Tanaka and 6 more`. A click shows all of them. */
function VoterLine({ option }: { option: Option }) {
  const t = useT('polls')
  const locale = useLocale()
  const person = useCurrentUser()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const voters = votersOf(option, person.id, locale)
  const { shown, more } = voterNames(voters, t('you'))
  // Reserves the line before anyone has chosen the option, so that a vote does not move the others.
  if (shown.length === 0) return <Names>{'\u00a0'}</Names>
  const rest = more > 0 ? [t('more', { count: more })] : []
  const list = new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale).formatToParts([...shown, ...rest])
  const names = list.map(({ type, value }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, in their order.
    type === 'element' ? <bdi key={index}>{value}</bdi> : <Fragment key={index}>{value}</Fragment>,
  )
  if (more === 0) return <Names>{names}</Names>
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
        <MessagePopover label={title} anchor={() => button.current} close={close}>
          <Text fw={600} maw="20rem" px="md" pt="sm" pb="xs" truncate dir="auto">
            {title}
          </Text>
          <Stack
            component="ul"
            gap="sm"
            px="md"
            pb="sm"
            miw="12rem"
            mah="min(20rem, 50vh)"
            style={{ overflowY: 'auto' }}
            // Makes the scroll area reachable by keyboard.
            tabIndex={0}
            data-autofocus
            aria-label={title}
          >
            {voters.isOwn && <li>{t('you')}</li>}
            {voters.others.map(({ id, name }) => (
              <Text component="li" key={id} style={{ overflowWrap: 'anywhere' }}>
                <bdi translate="no">{harmlessName(name)}</bdi>
              </Text>
            ))}
          </Stack>
        </MessagePopover>
      )}
    </Names>
  )
}

const Names = ({ children }: { children: ReactNode }) => (
  <Text component="div" size="xs" c="var(--text-3)" pl="1.5rem" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

/** Returns `8 votes, 35 %`, or less if the service does not send the numbers. `people`: number of voters. */
export function optionResult(
  { votes }: Pick<Option, 'votes'>,
  people: number | undefined,
  t: T<'polls'>,
): string {
  if (votes === undefined) return ''
  const percent = percentOf(votes, people)
  return percent === undefined
    ? t('votes', { count: votes })
    : t('share', { count: votes, percent: String(percent) })
}

/** Returns `The Wave: 8 votes, 35 %` for each option that the user chose. */
export function ownResults(poll: Poll, t: T<'polls'>): string {
  const people = votersIn(poll)
  return poll.options
    .filter(option => option.is_voted === true)
    .map(option => t('said', { option: option.text, result: optionResult(option, people, t) }))
    .join('. ')
}

/** Returns the number of voters, or undefined if the service does not send it and it can't be added up. */
export function votersIn(poll: Poll): number | undefined {
  if (poll.total_votes !== undefined) return poll.total_votes
  if (!poll.is_anonymous && poll.users_voted && poll.users_voted.length > 0) return poll.users_voted.length
  const votes = poll.options.map(option => option.votes)
  // With several choices, one person may have cast several votes.
  if (poll.is_multiple_choice || votes.includes(undefined)) return undefined
  return votes.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

/** Returns the percentage of voters, a whole number from 0 to 100, or undefined if a value is unknown. */
export function percentOf(votes: number | undefined, people: number | undefined): number | undefined {
  if (votes === undefined || people === undefined) return undefined
  return people === 0 ? 0 : Math.min(100, Math.round((votes / people) * 100))
}

export type Voter = { id: number; name: string }

/** With `most` voters or fewer, all are named. Otherwise only the first `few` are. */
const most = 6
const few = 3

/** Returns the voters of an option: whether the user is one, and the others once each, by family name. */
export function votersOf(
  option: Pick<Option, 'is_voted' | 'users_voted'>,
  readerId: number,
  language: string,
): { isOwn: boolean; others: readonly Voter[] } {
  const byName = byFamilyName(language)
  const byId = new Map((option.users_voted ?? []).map(voter => [voter.id, voter]))
  const others = [...byId.values()]
    .filter(({ id }) => id !== readerId)
    .sort((a, b) => byName(a, b) || a.id - b.id)
  return { isOwn: option.is_voted === true, others }
}

/** Returns the names to show and the number of other voters. `you` is the word for the user. */
export function voterNames(
  { isOwn, others }: ReturnType<typeof votersOf>,
  you: string,
): { shown: readonly string[]; more: number } {
  const names = [...(isOwn ? [you] : []), ...others.map(({ name }) => harmlessName(name))]
  return names.length <= most
    ? { shown: names, more: 0 }
    : { shown: names.slice(0, few), more: names.length - few }
}
