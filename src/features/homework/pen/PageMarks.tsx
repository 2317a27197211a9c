import { useSyncExternalStore } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { MarkLayer } from '../../../ui/marks/MarkLayer.tsx'
import {
  getPageMarks,
  type IdentifiedMark,
  type MarkHistory,
  type MarkOperation,
} from '../../../ui/marks/marks.ts'
import type { PageView } from '../../../ui/marks/pagePoint.ts'
import type { Pen } from '../../../ui/marks/penSettings.ts'
import type { MarkStore } from './markStore.ts'

type PageMarksProps = {
  store: MarkStore
  document: number
  page: PageView
  pageCount: number
  pen: Pen
  /** Undefined if the marks can't be changed. */
  onOperation: ((operation: MarkOperation) => MarkHistory | undefined) | undefined
}

/** The teacher's marks on one page of a pupil's file. */
export function PageMarks({ store, document, page, pageCount, pen, onOperation }: PageMarksProps) {
  const marks = useSyncExternalStore(store.subscribe, () =>
    getPageMarks(store.getFile(document).history, page.index),
  )
  const describe = useDescription()
  return <MarkLayer {...{ page, pageCount, marks, pen, onOperation }} label={describe(page.index, marks)} />
}

function useDescription() {
  const t = useT('pen')
  const format = useFormat()
  return (index: number, marks: readonly IdentifiedMark[]): string => {
    const number = format.number(index + 1)
    if (marks.length === 0) return t('marks.none', { number })
    const count = (kind: IdentifiedMark['kind']) => marks.filter(mark => mark.kind === kind).length
    const parts = [
      count('pen') > 0 && t('marks.strokes', { count: count('pen') }),
      count('highlighter') > 0 && t('marks.highlights', { count: count('highlighter') }),
      count('tick') > 0 && t('marks.ticks', { count: count('tick') }),
      count('cross') > 0 && t('marks.crosses', { count: count('cross') }),
      ...marks.map(mark => mark.kind === 'text' && `“${mark.text}”`),
    ]
    return t('marks.label', { number, marks: parts.filter(Boolean).join(', ') })
  }
}
