import { Box, Button, Group, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message, Poll } from '../../../contract/messages.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { moveFocusInGroup } from '../../../ui/focus/moveFocusInGroup.ts'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { LinkedText } from '../../../ui/links/LinkedText.tsx'
import { useMessageList } from '../message/MessageListContext.ts'
import { renderMarked } from '../message/MessageText.tsx'
import styles from './MessagePoll.module.css'
import { countVoters, formatOwnResults, PollOptionRow } from './PollOptionRow.tsx'
import { getVoteFailure, isSameVote, type PollState, usePoll } from './votes.ts'

type MessagePollProps = { message: Message; poll: Poll; chat: Chat }

export function MessagePoll({ message, poll, chat }: MessagePollProps) {
  const t = useT('polls')
  const { announce, keepPosition } = useMessageList()
  const descriptionId = useId()
  const pollState = usePoll(message, poll)
  const { shownPoll, checkedIds, ownVote, isClosed } = pollState
  const isMultiple = poll.is_multiple_choice
  const voterCount = countVoters(shownPoll)
  const send = (optionIds: readonly number[]) => {
    keepPosition()
    pollState.vote(optionIds, counted => {
      const results = counted ? formatOwnResults(counted, t) : ''
      announce(optionIds.length === 0 ? t('takenBack') : t('counted', { results }))
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isMultiple || isClosed || isSameVote(checkedIds, ownVote)) return
    if (document.activeElement instanceof HTMLButtonElement) focusOptions(document.activeElement)
    send(checkedIds)
  }
  const choose = (optionId: number) => {
    if (!isMultiple) return send([optionId])
    keepPosition()
    const next = checkedIds.includes(optionId)
      ? checkedIds.filter(id => id !== optionId)
      : [...checkedIds, optionId]
    pollState.select(isSameVote(next, ownVote) ? undefined : next)
  }
  const kind = `${isMultiple ? 'several' : 'one'}${poll.is_anonymous ? 'Anonymous' : ''}` as const
  return (
    <Box component="form" maw="30rem" mt={2} onSubmit={submit}>
      <fieldset aria-describedby={descriptionId} onKeyDown={isMultiple ? undefined : handleOptionKeyDown}>
        <legend className={styles.question} dir="auto">
          <LinkedText text={message.text.trim() || t('title')} renderText={renderMarked} />
        </legend>
        <Note id={descriptionId}>
          {t(`kind.${kind}`)}
          {!isClosed && <VisuallyHidden>. {t(isMultiple ? 'keys.several' : 'keys.one')}</VisuallyHidden>}
        </Note>
        <Stack component="ul" gap="sm" my="sm">
          {shownPoll.options.map(option => (
            <PollOptionRow
              key={option.id}
              option={option}
              voterCount={voterCount}
              group={`poll-${message.id}`}
              isMultiple={isMultiple}
              checked={checkedIds.includes(option.id)}
              disabled={isClosed}
              isAnonymous={poll.is_anonymous}
              onChoose={() => choose(option.id)}
            />
          ))}
        </Stack>
      </fieldset>
      <PollFooter
        pollState={pollState}
        voterCount={voterCount}
        members={chat.member_count}
        isMultiple={isMultiple}
        send={send}
      />
    </Box>
  )
}

const Note = ({ id, children }: { id?: string; children: ReactNode }) => (
  <Text size="sm" c="var(--text-3)" {...(id && { id })}>
    {children}
  </Text>
)

/**
 * Arrow keys only move the focus (WAI-ARIA, radio group in a toolbar), because choosing is a vote that
 * everyone sees.
 */
function handleOptionKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event
  if (!(target instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) return
  if (key !== 'Enter') return void moveFocusInGroup(event, 'input')
  event.preventDefault()
  if (!event.repeat) target.click()
}

/** Call before the focused button is removed. */
function focusOptions({ form }: HTMLButtonElement): void {
  const inputs = [...(form?.elements ?? [])].filter(element => element instanceof HTMLInputElement)
  const input = inputs.find(({ checked }) => checked) ?? inputs[0]
  input?.focus({ preventScroll: true })
}

const withFocusOnOptions =
  (run: () => void) =>
  ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    focusOptions(currentTarget)
    run()
  }

type PollFooterProps = {
  pollState: PollState
  voterCount: number | undefined
  members: number | undefined
  isMultiple: boolean
  send: (optionIds: readonly number[]) => void
}

function PollFooter({ pollState, voterCount, members, isMultiple, send }: PollFooterProps) {
  const t = useT('polls')
  const errors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const { ownVote, checkedIds, closesAt, isClosed, failed, select } = pollState
  const isChanged = !isClosed && !failed && !isSameVote(checkedIds, ownVote)
  const hasVoted = !isClosed && ownVote.length > 0 && !isChanged
  const time = closesAt === undefined ? undefined : format.moment(closesAt, now)
  const closingText = isClosed
    ? time
      ? t('closed', { time })
      : t('closedNow')
    : time && t('opens', { time })
  const sentences = [formatVoterCount(), closingText, hasVoted && t('canChange')]
  return (
    <Stack gap="sm">
      <Note>
        {sentences.filter(Boolean).join(' ')}{' '}
        {hasVoted && !failed && (
          <UnstyledButton
            variant="link"
            c="dimmed"
            // Minimum height for touch, without covering the names above.
            pt="xs"
            pb="lg"
            mt="-0.25rem"
            mb="-1rem"
            onClick={withFocusOnOptions(() => send([]))}
          >
            {t('takeBack')}
          </UnstyledButton>
        )}
      </Note>
      {isMultiple && !isClosed && !failed && (isChanged || ownVote.length === 0) && (
        <Group gap="xs">
          <WhyDisabled reason={!isChanged && t('chooseFirst')}>
            <Button type="submit" size="sm">
              {t(ownVote.length === 0 ? 'vote' : checkedIds.length === 0 ? 'takeBack' : 'change')}
            </Button>
          </WhyDisabled>
          {isChanged && (
            <>
              <Button variant="subtle" size="sm" onClick={withFocusOnOptions(() => select(undefined))}>
                {t('keep')}
              </Button>
              <Note>{t('notSent')}</Note>
            </>
          )}
        </Group>
      )}
      {failed && (
        <Group gap="sm" role="alert" fz="sm" lh="sm" c="var(--danger-text)">
          <Group component="span" wrap="nowrap" align="flex-start" gap="sm">
            <IconAlertTriangle aria-hidden />
            <span>
              {t(getVoteFailure(failed), { reason: formatError(failed.error, errors, format.time) })}
            </span>
          </Group>
          {!isClosed && (
            <Group component="span" gap="xs" c="var(--text)">
              <Button size="sm" onClick={withFocusOnOptions(() => send(failed.optionIds))}>
                {errors('tryAgain')}
              </Button>
              <Button variant="subtle" size="sm" onClick={withFocusOnOptions(() => select(undefined))}>
                {t('giveUp')}
              </Button>
            </Group>
          )}
        </Group>
      )}
    </Stack>
  )

  function formatVoterCount(): string | undefined {
    if (voterCount === undefined) return undefined
    if (voterCount === 0) return t('nobody')
    return members === undefined || members < voterCount
      ? t('voted', { count: voterCount })
      : t('votedOf', { count: voterCount, people: format.number(members) })
  }
}
