import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useRemToPx } from '../../../ui/layout/screenSize.ts'
import { VirtualList } from '../../../ui/list/VirtualList.tsx'
import { type ItemKind, itemKinds } from './accessItems.ts'
import styles from './ClassAccess.module.css'
import type { HeldItem } from './classAccessModel.ts'

type Line = { kind: ItemKind; count: number; isFirst: boolean } | HeldItem

/** Height of a row in rem. */
const lineHeight = { desk: 2.5, phone: 4 }

type HeldListProps = {
  label: string
  rows: readonly HeldItem[]
  row: (held: HeldItem) => ReactNode
  /** Content above the rows, which scrolls with them. */
  children: ReactNode
}

/** Rows by kind. Only the visible ones and the focused one are rendered. */
export function HeldList({ label, rows, row, children }: HeldListProps) {
  const scroller = useRef<HTMLElement>(null)
  const { ref: head, height } = useElementSize()
  const px = useRemToPx()
  const [focused, setFocused] = useState<string>()
  const lines = itemKinds
    .map(kind => ({ kind, held: rows.filter(({ item }) => item.kind === kind) }))
    .filter(({ held }) => held.length > 0)
    .flatMap(({ kind, held }, at): Line[] => [{ kind, count: held.length, isFirst: at === 0 }, ...held])
  return (
    <section ref={scroller} className={styles.detail} aria-label={label}>
      <div ref={head} className={styles.head}>
        {children}
      </div>
      <VirtualList
        scrollRef={scroller}
        startMargin={height}
        rows={lines}
        rowHeight={px(lineHeight)}
        keepMountedIndex={lines.findIndex(line => 'item' in line && line.item.key === focused)}
      >
        {line =>
          'item' in line ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: remembers which row has the focus.
            <div key={line.item.key} className={styles.line} onFocus={() => setFocused(line.item.key)}>
              {row(line)}
            </div>
          ) : (
            <KindHeading key={line.kind} {...line} />
          )
        }
      </VirtualList>
    </section>
  )
}

function KindHeading({ kind, count, isFirst }: { kind: ItemKind; count: number; isFirst: boolean }) {
  const t = useT('classAccess')
  return (
    <div className={styles.kind}>
      <h3>
        {t(`items.${kind}`)} <span className={styles.count}>{count}</span>
      </h3>
      {isFirst && (
        <>
          <span aria-hidden>{t('columns.role')}</span>
          <span aria-hidden>{t('columns.since')}</span>
          <span aria-hidden className={styles.by}>
            {t('columns.by')}
          </span>
        </>
      )}
    </div>
  )
}
