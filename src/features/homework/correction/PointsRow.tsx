import { Input } from '@mantine/core'
import { type RefObject, useId, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { usePersonStorage } from '../../../ui/PersonStorage.tsx'
import styles from './CorrectionFields.module.css'
import { leaveOnEscape } from './leaveOnEscape.ts'

type PointsRowProps = {
  field: RefObject<HTMLInputElement | null>
  homework: Homework
  value: string
  readOnly: boolean
  /** More than can be stored. */
  refused: boolean
  /** What is wrong is said at once, not only after the field is left. */
  shown: boolean
  onChange: (text: string) => void
}

/** Points with comma or dot, of the most there are: the homework's, or this teacher's own for it. */
export function PointsRow({ field, homework, value, readOnly, refused, shown, onChange }: PointsRowProps) {
  const t = useT('correction')
  const language = useLocale()
  const id = useId()
  const maximum = useMaximum(homework)
  const [left, setLeft] = useState(true)
  const points = parsePoints(value)
  const most = maximum.most
  const problem = refused
    ? t('pointsTooMany')
    : points === undefined && (left || shown)
      ? t('pointsInvalid')
      : undefined
  const above = !problem && points && most && points > most
  const note = problem ?? (above ? t('aboveMaximum', { maximum: formatPoints(most, language) }) : undefined)
  const isMaximumWrong = maximum.typed !== undefined && maximum.typed.trim() !== '' && most === undefined
  const Note = problem ? Input.Error : Input.Description
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={id}>
        {t('points')}
        <span className={styles.key} aria-hidden>
          p
        </span>
      </label>
      <div className={styles.points}>
        <Input
          ref={field}
          id={id}
          error={problem !== undefined}
          attributes={{ input: { 'aria-describedby': note ? `${id}-note` : undefined } }}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          readOnly={readOnly}
          aria-keyshortcuts="p"
          onChange={event => onChange(event.currentTarget.value)}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
          onKeyDown={leaveOnEscape}
        />
        <span className={styles.of}>{t('of')}</span>
        {maximum.typed === undefined ? (
          <span className={styles.most}>{most !== undefined && formatPoints(most, language)}</span>
        ) : (
          <Input
            error={isMaximumWrong}
            attributes={{ input: { 'aria-describedby': isMaximumWrong ? `${id}-most` : undefined } }}
            inputMode="decimal"
            autoComplete="off"
            value={maximum.typed}
            placeholder={t('maximumShort')}
            aria-label={t('maximum')}
            title={t('maximum')}
            onChange={event => maximum.set(event.currentTarget.value)}
            onKeyDown={leaveOnEscape}
          />
        )}
      </div>
      {note && (
        <Note id={`${id}-note`} role={problem ? 'alert' : 'status'}>
          {note}
        </Note>
      )}
      {isMaximumWrong && (
        <Input.Error id={`${id}-most`} role="alert">
          {t('maximumInvalid')}
        </Input.Error>
      )}
    </div>
  )
}

type Maximum = {
  /** The most points there are; `undefined` where nobody has said. */
  most: number | undefined
  /** As typed, for a homework without one of its own; then it can be changed. */
  typed: string | undefined
  set: (typed: string) => void
}

/** The most points of a homework: its own, or one this person remembers for it in this browser. */
function useMaximum({ id, points }: Pick<Homework, 'id' | 'points'>): Maximum {
  const storage = usePersonStorage()
  const key = `staffroom:${usePerson().id}:homework:maximum:${id}`
  const [typed, setTyped] = useState(() => read(storage, key))
  if (points) return { most: points, typed: undefined, set: () => undefined }
  return {
    most: parsePoints(typed) || undefined,
    typed,
    set: text => {
      setTyped(text)
      try {
        if (text.trim() === '') storage?.removeItem(key)
        else if (parsePoints(text)) storage?.setItem(key, text.trim())
      } catch {
        // Full: it holds until the page closes.
      }
    },
  }
}

function read(storage: Storage | undefined, key: string): string {
  try {
    return storage?.getItem(key) ?? ''
  } catch {
    return ''
  }
}
