import { Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import styles from './Day.module.css'

type PartProps = {
  title: string
  /** At the end of the title. */
  note: string
  /** Replaces the list if it is not undefined. */
  empty?: ReactNode
  /** Below the list. */
  footer?: ReactNode
  children?: ReactNode
}

/** A titled list next to the lessons. */
export function Part({ title, note, empty, footer, children }: PartProps) {
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle}>
        <b>{title}</b> <span>{note}</span>
      </h2>
      {empty === undefined ? (
        <ul>{children}</ul>
      ) : (
        <Text component="div" size="sm" c="dimmed" py="sm">
          {empty}
        </Text>
      )}
      {footer}
    </section>
  )
}

type PartFailedProps = { sentence: string; error: Error | null; retry: () => void }

/** Says why a list could not be loaded, and offers to try again. */
export function PartFailed({ sentence, error, retry }: PartFailedProps) {
  const t = useT('errors')
  const format = useFormat()
  return (
    <div role="status">
      <span>
        {sentence} {error && formatError(error, t, format.time)}
      </span>{' '}
      <UnstyledButton variant="link" onClick={retry}>
        {t('tryAgain')}
      </UnstyledButton>
    </div>
  )
}

/** Rows before "Show more", so that a long list does not push the next one away. */
const firstRows = 6
/** Rows that each press adds. Rendering 1,000 rows takes about 1 s on a phone. */
const addedRows = 50

/** Returns the first rows, and a button for the others. */
export function useShownRows<Row>(rows: readonly Row[]): { shown: readonly Row[]; button: ReactNode } {
  const t = useT('day')
  const [count, setCount] = useState(firstRows)
  const rest = rows.length - count
  const toggle = () => setCount(rest > 0 ? count + addedRows : firstRows)
  return {
    shown: rows.slice(0, count),
    button: rows.length > firstRows && (
      <UnstyledButton variant="link" py="sm" fz="sm" onClick={toggle}>
        {rest > 0 ? t('showMore', { count: rest }) : t('showFewer')}
      </UnstyledButton>
    ),
  }
}
