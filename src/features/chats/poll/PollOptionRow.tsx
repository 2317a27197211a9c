import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import type * as z from 'zod/mini'
import type { PollOption } from '../../../contract/messages.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './PollOptionRow.module.css'
import { optionResult } from './pollResults.ts'
import { percentOf } from './pollShares.ts'
import { VoterLine } from './VoterLine.tsx'
import type { Voter } from './voterNames.ts'

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
  return (
    <li className={styles.option} data-own={option.is_voted === true}>
      <label className={styles.answer} data-disabled={disabled}>
        <span className={styles.line}>
          <span className={styles.box} data-round={!several}>
            <input
              type={several ? 'checkbox' : 'radio'}
              name={group}
              checked={checked}
              disabled={disabled}
              aria-labelledby={id}
              aria-describedby={`${id}-result`}
              onChange={onChoose}
            />
            <IconCheck aria-hidden />
          </span>
          <span className={styles.text} id={id} dir="auto">
            {option.text}
          </span>
          {votes !== undefined && (
            <span className={styles.votes}>
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
