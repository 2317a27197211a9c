import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Checkbox, Radio, Text, VisuallyHidden } from '@mantine/core'
import { Fragment, useId, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type * as z from 'zod/mini'
import type { PollOption } from '../../../contract/messages.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { MessagePopover } from '../messages/MessagePopover.tsx'
import styles from './Poll.module.css'
import { optionResult, percentOf, type Voter, voterNames, votersOf } from './pollResults.ts'

type PollOptionRowProps = {
  option: z.output<typeof PollOption>
  /** How many people voted, as far as that is known. */
  people: number | undefined
  /** Name of the group of radio buttons. */
  group: string
  several: boolean
  checked: boolean
  disabled: boolean
  isAnonymous: boolean
  nameOf: (voter: Voter) => string
  onChoose: () => void
}

/** One answer: to be chosen, with how many chose it and who. */
export function PollOptionRow(props: PollOptionRowProps) {
  const { option, people, group, several, checked, disabled, isAnonymous, nameOf, onChoose } = props
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
          <span className={styles.bar} aria-hidden>
            <i style={{ width: `${percent}%` }} />
          </span>
        )}
      </label>
      {!isAnonymous && option.users_voted && <VoterLine option={option} nameOf={nameOf} />}
    </li>
  )
}

type VoterLineProps = { option: z.output<typeof PollOption>; nameOf: (voter: Voter) => string }

/** `Mika, Aiko, Emil and 6 more`: who chose an answer, all of them on demand. */
function VoterLine({ option, nameOf }: VoterLineProps) {
  const t = useT('polls')
  const locale = useLocale()
  const person = usePerson()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const voters = votersOf(option, person.id)
  const { shown, more } = voterNames(voters, t('you'), nameOf)
  // Of an answer nobody has chosen yet the place is kept: what one clicks must not push the others away.
  if (shown.length === 0) return <p className={styles.names}>{'\u00a0'}</p>
  const rest = more > 0 ? [t('more', { count: more })] : []
  const list = new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale).formatToParts([...shown, ...rest])
  const names = list.map(({ type, value }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, in their order.
    type === 'element' ? <bdi key={index}>{value}</bdi> : <Fragment key={index}>{value}</Fragment>,
  )
  if (more === 0) return <p className={styles.names}>{names}</p>
  const title = t('voters.title', { option: option.text })
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className={styles.names}>
      <button
        ref={button}
        type="button"
        className={styles.more}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={t('voters.show')}
        onClick={() => setOpen(!open)}
      >
        {names}
      </button>
      {open && (
        <MessagePopover label={title} anchor={() => button.current} close={close}>
          <Text fw={600} maw="20rem" px="md" pt="sm" pb="xs" truncate dir="auto">
            {title}
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
          <ul className={styles.voters} tabIndex={0} data-autofocus aria-label={title}>
            {voters.isOwn && <li>{t('you')}</li>}
            {voters.others.map(({ id, name }) => (
              <li key={id}>
                <bdi>{harmlessName(name)}</bdi>
              </li>
            ))}
          </ul>
        </MessagePopover>
      )}
    </div>
  )
}
