import { type FormEvent, useId } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message, Poll } from '../../../contract/messages.ts'
import { useT } from '../../../i18n/useT.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { MarkedText } from '../talk/MarkedText.tsx'
import { useTalk } from '../talk/TalkContext.ts'
import { focusAnswer } from './focusAnswer.ts'
import { PollFoot } from './PollFoot.tsx'
import styles from './PollInPlace.module.css'
import { PollOptionRow } from './PollOptionRow.tsx'
import { ownResults } from './pollResults.ts'
import { votersIn } from './pollShares.ts'
import { toAnswers } from './toAnswers.ts'
import { usePoll } from './usePoll.ts'
import { usePupils } from './usePupils.ts'
import { callingNames } from './voterNames.ts'
import { sameVote } from './withVote.ts'

type PollInPlaceProps = { message: Message; chat: Chat }

/** A message that asks something: its answers, who chose them, and one's own vote. */
export function PollInPlace({ message, chat }: PollInPlaceProps) {
  return message.poll ? <AnyPoll message={message} poll={message.poll} chat={chat} /> : null
}

function AnyPoll({ message, poll, chat }: PollInPlaceProps & { poll: Poll }) {
  const t = useT('polls')
  const { say, stay } = useTalk()
  const notes = useId()
  const open = usePoll(message, poll)
  const { shown, chosen, own, isClosed, isUnsupported } = open
  const several = poll.is_multiple_choice
  const people = votersIn(shown)
  const rest = isClosed || isUnsupported
  const pupils = usePupils()
  const nameOf = callingNames(
    poll.options.flatMap(option => option.users_voted ?? []),
    pupils,
  )

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
    <form className={styles.form} onSubmit={submit}>
      <fieldset
        className={styles.poll}
        aria-describedby={notes}
        onKeyDown={several ? undefined : focusAnswer}
      >
        <legend className={styles.question} dir="auto">
          <MarkedText text={message.text.trim() || t('title')} />
        </legend>
        <p className={styles.kind} id={notes}>
          {t(`kind.${kind}`)}
          {!rest && <VisuallyHidden>. {t(several ? 'keys.several' : 'keys.one')}</VisuallyHidden>}
        </p>
        <ul className={styles.options}>
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
              nameOf={nameOf}
              onChoose={() => choose(option.id)}
            />
          ))}
        </ul>
      </fieldset>
      <PollFoot open={open} people={people} members={chat.member_count} several={several} send={send} />
    </form>
  )
}
