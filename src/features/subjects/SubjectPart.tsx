import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Group, Skeleton, Stack, Text, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link, type LinkProps } from 'react-router'
import type { ApiError } from '../../api/client/ApiError.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './Subject.module.css'

type SubjectPartProps = {
  title: string
  /** Behind the title: where there is more of it. */
  more?: ReactNode
  /** Said in place of what is not there, or not shown to the reader. */
  none: ReactNode
  asked: { error: ApiError | null; refetch: () => unknown }
  /** How many rows it has while it loads, at most five. */
  rows: number
  /** Nothing while it loads, and where it could not be loaded. */
  children: ReactNode
  /** Below all of it. */
  foot?: ReactNode
}

/** One part of the page under its heading. Where it could not be loaded, the rest of the page goes on. */
export function SubjectPart({ title, more, none, asked, rows, children, foot }: SubjectPartProps) {
  const id = useId()
  const t = useT('errors')
  const format = useFormat()
  const { error, refetch } = asked
  const isFailed = error && error.kind !== 'signedOut'
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Group justify="space-between" gap="0 var(--space-4)">
        <Text component="h2" id={id} fw={600} lh="var(--control)">
          {title}
        </Text>
        {more}
      </Group>
      {none && <Quiet>{none}</Quiet>}
      {children}
      {!none && !children && !isFailed && <RowsSkeleton rows={rows} />}
      {!none && !children && isFailed && (
        <Notice tone="danger" role="alert" action={{ label: t('tryAgain'), run: () => void refetch() }}>
          {errorSentence(error, t, format.time)}
        </Notice>
      )}
      {foot}
    </section>
  )
}

export const Quiet = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" maw="44rem" mb="sm">
    {children}
  </Text>
)

/** Leads on from a part; a line of its own is as high as a finger needs. */
export const OnLink = (props: UnstyledButtonProps & LinkProps) => (
  <UnstyledButton component={Link} variant="link" lh="var(--control)" {...props} />
)

const widths = ['80%', '63%', '46%', '69%', '52%']

/** Rows that are on their way, at most five. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <Stack gap="xl" py="lg" aria-hidden>
      {widths.slice(0, rows).map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </Stack>
  )
}
