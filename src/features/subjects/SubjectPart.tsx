import { Skeleton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
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
      <div className={styles.partHead}>
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {none && <p className={styles.quiet}>{none}</p>}
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

const widths = ['80%', '63%', '46%', '69%', '52%']

/** Rows that are on their way, at most five. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.skeleton} aria-hidden>
      {widths.slice(0, rows).map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
