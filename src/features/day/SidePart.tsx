import { Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
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
  children?: ReactNode
}

/** A titled list next to the lessons. */
export function Part({ title, note, empty, children }: PartProps) {
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
