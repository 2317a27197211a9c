import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Day.module.css'

type PartProps = {
  title: string
  /** At the end of the title. */
  note: string
  isEmpty: boolean
  empty?: string | undefined
  children: ReactNode
}

/** A titled list next to the lessons. */
export function Part({ title, note, isEmpty, empty, children }: PartProps) {
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle}>
        <b>{title}</b> <span>{note}</span>
      </h2>
      {isEmpty && empty ? (
        <Text size="sm" c="dimmed" py="sm">
          {empty}
        </Text>
      ) : (
        <ul>{children}</ul>
      )}
    </section>
  )
}
