import { Button, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useNow } from '../../../ui/SchoolTime.tsx'
import styles from './Poll.module.css'
import { toAnswers } from './pollFields.ts'
import type { OpenPoll } from './usePoll.ts'
import { sameVote } from './votes.ts'

type PollFootProps = {
  open: OpenPoll
  people: number | undefined
  /** How many are in the chat. */
  members: number | undefined
  several: boolean
  send: (optionIds: readonly number[]) => Promise<void>
}

/** How many voted, until when, and what there is to do. */
export function PollFoot({ open, people, members, several, send }: PollFootProps) {
  const t = useT('polls')
  const format = useFormat()
  const now = useNow()
  const { own, chosen, closesAt, isClosed, isUnsupported, failed, mark } = open
  const rest = isClosed || isUnsupported
  const isMarked = !rest && !failed && !sameVote(chosen, own)
  const time = closesAt === undefined ? undefined : format.moment(closesAt, now)
  const said = [
    counted(),
    isClosed ? (time ? t('closed', { time }) : t('closedNow')) : time && t('opens', { time }),
    !rest && own.length > 0 && !isMarked && t('canChange'),
  ]
  return (
    <div className={styles.foot}>
      <p className={styles.facts}>
        {said.filter(Boolean).join(' ')}
        {!rest && own.length > 0 && !isMarked && !failed && (
          <>
            {' '}
            <UnstyledButton
              variant="link"
              className={styles.quietly}
              onClick={({ currentTarget }) => {
                toAnswers(currentTarget)
                void send([])
              }}
            >
              {t('takeBack')}
            </UnstyledButton>
          </>
        )}
      </p>
      {several && !rest && !failed && (isMarked || own.length === 0) && (
        <p className={styles.acts}>
          <Button type="submit" size="sm" aria-disabled={!isMarked}>
            {t(own.length === 0 ? 'vote' : chosen.length === 0 ? 'takeBack' : 'change')}
          </Button>
          {isMarked && (
            <>
              <Button
                variant="subtle"
                size="sm"
                onClick={({ currentTarget }) => {
                  toAnswers(currentTarget)
                  mark(undefined)
                }}
              >
                {t('keep')}
              </Button>
              <span className={styles.notSent}>{t('notSent')}</span>
            </>
          )}
        </p>
      )}
      {isUnsupported && <p className={styles.facts}>{t('unsupported')}</p>}
      {failed && !isUnsupported && <Failed open={open} failed={failed} send={send} />}
    </div>
  )

  function counted(): string | undefined {
    if (people === undefined) return undefined
    if (people === 0) return t('nobody')
    return members === undefined || members < people
      ? t('voted', { count: people })
      : t('votedOf', { count: people, people: format.number(members) })
  }
}

type FailedProps = Pick<PollFootProps, 'open' | 'send'> & { failed: NonNullable<OpenPoll['failed']> }

/** That a vote did not count, why, and the way to try again. */
function Failed({ open, failed, send }: FailedProps) {
  const t = useT('polls')
  const errors = useT('errors')
  const format = useFormat()
  const { error, optionIds } = failed
  return (
    <div className={styles.failed} role="alert">
      <IconAlertTriangle aria-hidden />
      <span>{sentence()}</span>
      {!open.isClosed && (
        <span className={styles.acts}>
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              toAnswers(currentTarget)
              void send(optionIds)
            }}
          >
            {errors('tryAgain')}
          </Button>
          <Button
            variant="subtle"
            size="sm"
            onClick={({ currentTarget }) => {
              toAnswers(currentTarget)
              open.mark(undefined)
            }}
          >
            {t('giveUp')}
          </Button>
        </span>
      )}
    </div>
  )

  function sentence(): string {
    switch (error?.kind) {
      case 'offline':
        return t('failed.offline')
      case 'conflict':
        return t('failed.closed')
      case 'notFound':
      case 'unsupported':
        return t('failed.gone')
      default:
        return t('failed.other', { reason: errorSentence(error, errors, format.time) })
    }
  }
}
