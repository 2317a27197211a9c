import { Group, Skeleton, Stack, Text, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ApiError, withoutSignedOut } from '../../api/client/ApiError.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './Subject.module.css'

type SubjectPartProps = {
  title: string
  /** Link to all entries, next to the title. */
  more?: ReactNode
  /** If the part is empty or not visible to the user. */
  emptyMessage: ReactNode
  result: { error: ApiError | null; refetch: () => unknown }
  /** At most five. */
  rows: number
  children: ReactNode
  foot?: ReactNode
}

/** If it can't be loaded, the other parts still work. */
export function SubjectPart({ title, more, emptyMessage, result, rows, children, foot }: SubjectPartProps) {
  const id = useId()
  const t = useT('errors')
  const format = useFormat()
  const error = withoutSignedOut(result.error)
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Group justify="space-between" gap="0 var(--space-4)">
        <Text component="h2" id={id} fw={600} lh="var(--control)">
          {title}
        </Text>
        {more}
      </Group>
      {emptyMessage && <DimmedText>{emptyMessage}</DimmedText>}
      {children}
      {!emptyMessage && !children && !error && <RowsSkeleton rows={rows} />}
      {!emptyMessage && !children && error && (
        <Notice
          tone="danger"
          role="alert"
          action={{ label: t('tryAgain'), run: () => void result.refetch() }}
        >
          {formatError(error, t, format.time)}
        </Notice>
      )}
      {foot}
    </section>
  )
}

export const DimmedText = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" maw="44rem" mb="sm">
    {children}
  </Text>
)

/** High enough for touch on a line of its own. */
export const PageLink = (props: UnstyledButtonProps & LinkProps) => (
  <UnstyledButton component={Link} variant="link" lh="var(--control)" {...props} />
)

const widths = ['80%', '63%', '46%', '69%', '52%']

export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <Stack gap="xl" py="lg" aria-hidden>
      {widths.slice(0, rows).map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </Stack>
  )
}
