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
  children: ReactNode
}

/** One part of the page under its heading. */
export function SubjectPart({ title, more, children }: SubjectPartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.partHead}>
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}

/** In the place of a part that could not be loaded; the rest of the page goes on. */
export function PartFailed({ error, retry }: { error: ApiError; retry: () => void }) {
  const t = useT('errors')
  const format = useFormat()
  return (
    <Notice tone="danger" role="alert" action={{ label: t('tryAgain'), run: retry }}>
      {errorSentence(error, t, format.time)}
    </Notice>
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
