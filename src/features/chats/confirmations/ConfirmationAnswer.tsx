import { Box, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useHasExtensions } from '../../../session/extensions.ts'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { useMessageList } from '../message/MessageListContext.ts'
import { getVoteFailure, type PollState } from '../polls/votes.ts'
import styles from './Confirmation.module.css'
import type { ConfirmOption } from './confirmation.ts'

type ConfirmationAnswerProps = {
  message: Message
  option: ConfirmOption
  pollState: PollState
}

/** The reader's button, or that they have confirmed. */
export function ConfirmationAnswer({ message, option, pollState }: ConfirmationAnswerProps) {
  const t = useT('confirmations')
  const { announce, keepPosition } = useMessageList()
  const [isAsking, setAsking] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const { ownVote, isClosed, failed } = pollState
  const name = sanitizeName(message.user.name)
  const showsTimes = useHasExtensions()
  const hasConfirmed = option.is_voted === true
  // A confirmation in flight is not shown as received.
  const isPending = ownVote.length > 0 !== hasConfirmed

  const send = (optionIds: readonly number[]) => {
    keepPosition()
    // The pressed button is removed.
    container.current?.focus({ preventScroll: true })
    pollState.vote(optionIds, () => announce(t(optionIds.length > 0 ? 'counted' : 'withdrawn')))
  }
  return (
    <div ref={container} tabIndex={-1}>
      {isPending ? (
        <Note>{t('sending')}</Note>
      ) : hasConfirmed ? (
        <Group gap="sm" fz="sm" lh="sm">
          <ConfirmedLine option={option} />
          {!isClosed && !failed && (
            <UnstyledButton variant="link" c="dimmed" py="xs" my="-0.25rem" onClick={() => setAsking(true)}>
              {t('withdraw.action')}
            </UnstyledButton>
          )}
        </Group>
      ) : isClosed && !failed ? (
        <Note>{t('tooLate')}</Note>
      ) : (
        !failed && (
          <Group gap="sm">
            <Button
              variant="filled"
              className={styles.confirm ?? ''}
              leftSection={<IconCheck aria-hidden />}
              onClick={() => send([option.id])}
            >
              {t('option')}
            </Button>
            <Note>{t(showsTimes ? 'visibleWithTime' : 'visible', { name })}</Note>
          </Group>
        )
      )}
      {failed && <Failure pollState={pollState} send={send} />}
      {isAsking && (
        // Its keys must not reach the shortcuts of the messages.
        <Box onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}>
          <ConfirmDialog
            title={t('withdraw.title')}
            cancel={{ label: t('withdraw.keep'), run: () => setAsking(false) }}
            confirm={{
              label: t('withdraw.run'),
              run: () => {
                setAsking(false)
                send([])
              },
            }}
          >
            <p>{t('withdraw.lead', { name })}</p>
          </ConfirmDialog>
        </Box>
      )}
    </div>
  )
}

const Note = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" flex={1} miw="12rem">
    {children}
  </Text>
)

function ConfirmedLine({ option }: { option: ConfirmOption }) {
  const t = useT('confirmations')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const { id } = useCurrentUser()
  const votedAt = option.users_voted?.find(voter => voter.id === id)?.voted_at
  const at = votedAt ? parseInstant(votedAt, timeZone) : undefined
  return (
    <Group component="span" gap="xs" wrap="nowrap" c="var(--ok-text)">
      <IconCheck aria-hidden />
      <span>{at === undefined ? t('done') : t('doneAt', { time: format.moment(at, now) })}</span>
    </Group>
  )
}

type FailureProps = { pollState: PollState; send: (optionIds: readonly number[]) => void }

function Failure({ pollState: { failed, isClosed, select }, send }: FailureProps) {
  const t = useT('confirmations')
  const errors = useT('errors')
  const format = useFormat()
  if (!failed) return null
  return (
    <Group gap="sm" role="alert" fz="sm" lh="sm">
      <Group component="span" wrap="nowrap" align="flex-start" gap="sm" c="var(--danger-text)">
        <IconAlertTriangle aria-hidden />
        <span>{t(getVoteFailure(failed), { reason: formatError(failed.error, errors, format.time) })}</span>
      </Group>
      {!isClosed && (
        <Button size="sm" onClick={() => send(failed.optionIds)}>
          {errors('tryAgain')}
        </Button>
      )}
      {failed.optionIds.length === 0 && (
        <Button variant="subtle" size="sm" onClick={() => select(undefined)}>
          {t('withdraw.keep')}
        </Button>
      )}
    </Group>
  )
}
