import { Box, Button, Group, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message, Poll } from '../../../contract/messages.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useMessageList } from '../message/MessageListContext.ts'
import { MarkedText } from '../message/MessageText.tsx'
import styles from './Poll.module.css'
import { ownResults, PollOptionRow, votersIn } from './PollOptionRow.tsx'
import { type OpenPoll, sameVote, usePoll } from './votes.ts'

type PollInPlaceProps = { message: Message; poll: Poll; chat: Chat }

/** A poll in a message: its options, their voters and the user's vote. */
export function PollInPlace({ message, poll, chat }: PollInPlaceProps) {
  const t = useT('polls')
  const { say, stay } = useMessageList()
  const notes = useId()
  const open = usePoll(message, poll)
  const { shown, chosen, own, isClosed, isUnsupported } = open
  const several = poll.is_multiple_choice
  const people = votersIn(shown)
  const rest = isClosed || isUnsupported

  const send = async (optionIds: readonly number[]) => {
    stay()
    const outcome = await open.vote(message, optionIds)
    if (outcome.kind !== 'counted') return
    const results = outcome.poll ? ownResults(outcome.poll, t) : ''
    say(optionIds.length === 0 ? t('takenBack') : t('counted', { results }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!several || rest || sameVote(chosen, own)) return
    if (document.activeElement instanceof HTMLButtonElement) toAnswers(document.activeElement)
    void send(chosen)
  }
  const choose = (optionId: number) => {
    if (!several) return void send([optionId])
    stay()
    const next = chosen.includes(optionId) ? chosen.filter(id => id !== optionId) : [...chosen, optionId]
    open.mark(sameVote(next, own) ? undefined : next)
  }
  const kind = `${several ? 'several' : 'one'}${poll.is_anonymous ? 'Anonymous' : ''}` as const
  return (
    <Box component="form" maw="30rem" mt={2} onSubmit={submit}>
      <fieldset aria-describedby={notes} onKeyDown={several ? undefined : focusAnswer}>
        <legend className={styles.question} dir="auto">
          <MarkedText text={message.text.trim() || t('title')} />
        </legend>
        <Quiet id={notes}>
          {t(`kind.${kind}`)}
          {!rest && <VisuallyHidden>. {t(several ? 'keys.several' : 'keys.one')}</VisuallyHidden>}
        </Quiet>
        <Stack component="ul" gap="sm" my="sm">
          {shown.options.map(option => (
            <PollOptionRow
              key={option.id}
              option={option}
              people={people}
              group={`poll-${message.id}`}
              several={several}
              checked={chosen.includes(option.id)}
              disabled={rest}
              isAnonymous={poll.is_anonymous}
              onChoose={() => choose(option.id)}
            />
          ))}
        </Stack>
      </fieldset>
      <PollFoot open={open} people={people} members={chat.member_count} several={several} send={send} />
    </Box>
  )
}

const Quiet = ({ id, children }: { id?: string; children: ReactNode }) => (
  <Text size="sm" c="var(--text-3)" {...(id && { id })}>
    {children}
  </Text>
)

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/**
 * Handles the keys of a single-choice poll. In a radio group, arrow keys choose. Here that would vote, visibly for
 * everyone. So arrow keys only move the focus (WAI-ARIA, radio group in a toolbar), and Space or Enter votes.
 */
function focusAnswer(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Enter' && !event.repeat) target.click()
  const step = steps[key]
  if (key !== 'Enter' && step === undefined) return
  event.preventDefault()
  if (step === undefined) return
  const answers = [...currentTarget.querySelectorAll('input')]
  answers.at((answers.indexOf(target) + step) % answers.length)?.focus()
}

/** Moves the focus to the user's option or the first one, before the focused button is removed. */
function toAnswers({ form }: HTMLButtonElement): void {
  const inputs = [...(form?.querySelectorAll('input') ?? [])]
  const answer = inputs.find(({ checked }) => checked) ?? inputs[0]
  answer?.focus({ preventScroll: true })
}

/** Creates the click handler of a button that is removed when it is pressed. */
const leaving =
  (run: () => void) =>
  ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    toAnswers(currentTarget)
    run()
  }

type PollFootProps = {
  open: OpenPoll
  people: number | undefined
  /** Number of people in the chat. */
  members: number | undefined
  several: boolean
  send: (optionIds: readonly number[]) => Promise<void>
}

/** Number of votes, closing time and actions of a poll. */
function PollFoot({ open, people, members, several, send }: PollFootProps) {
  const t = useT('polls')
  const errors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const { own, chosen, closesAt, isClosed, isUnsupported, failed, mark } = open
  const rest = isClosed || isUnsupported
  const isMarked = !rest && !failed && !sameVote(chosen, own)
  const isVoted = !rest && own.length > 0 && !isMarked
  const time = closesAt === undefined ? undefined : format.moment(closesAt, now)
  const until = isClosed ? (time ? t('closed', { time }) : t('closedNow')) : time && t('opens', { time })
  const said = [counted(), until, isVoted && t('canChange')]
  return (
    <Stack gap="sm">
      <Quiet>
        {said.filter(Boolean).join(' ')}{' '}
        {isVoted && !failed && (
          <UnstyledButton
            variant="link"
            c="dimmed"
            // High enough for a finger. It extends less at the top, where the names of the last option are.
            pt="xs"
            pb="lg"
            mt="-0.25rem"
            mb="-1rem"
            onClick={leaving(() => void send([]))}
          >
            {t('takeBack')}
          </UnstyledButton>
        )}
      </Quiet>
      {several && !rest && !failed && (isMarked || own.length === 0) && (
        <Group gap="xs">
          <Button type="submit" size="sm" aria-disabled={!isMarked}>
            {t(own.length === 0 ? 'vote' : chosen.length === 0 ? 'takeBack' : 'change')}
          </Button>
          {isMarked && (
            <>
              <Button variant="subtle" size="sm" onClick={leaving(() => mark(undefined))}>
                {t('keep')}
              </Button>
              <Quiet>{t('notSent')}</Quiet>
            </>
          )}
        </Group>
      )}
      {isUnsupported && <Quiet>{t('unsupported')}</Quiet>}
      {failed && !isUnsupported && (
        <Group gap="sm" role="alert" fz="sm" lh="sm" c="var(--danger-text)">
          <Group component="span" wrap="nowrap" align="flex-start" gap="sm">
            <IconAlertTriangle aria-hidden />
            <span>{why(failed)}</span>
          </Group>
          {!isClosed && (
            <Group component="span" gap="xs" c="var(--text)">
              <Button size="sm" onClick={leaving(() => void send(failed.optionIds))}>
                {errors('tryAgain')}
              </Button>
              <Button variant="subtle" size="sm" onClick={leaving(() => mark(undefined))}>
                {t('giveUp')}
              </Button>
            </Group>
          )}
        </Group>
      )}
    </Stack>
  )

  function counted(): string | undefined {
    if (people === undefined) return undefined
    if (people === 0) return t('nobody')
    return members === undefined || members < people
      ? t('voted', { count: people })
      : t('votedOf', { count: people, people: format.number(members) })
  }

  function why({ error }: NonNullable<OpenPoll['failed']>): string {
    if (error?.kind === 'offline') return t('failed.offline')
    if (error?.kind === 'conflict') return t('failed.closed')
    if (error?.kind === 'notFound' || error?.kind === 'unsupported') return t('failed.gone')
    return t('failed.other', { reason: errorSentence(error, errors, format.time) })
  }
}
