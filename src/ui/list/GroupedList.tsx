import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactElement, RefObject } from 'react'
import { useRemToPx } from '../layout/screenSize.ts'
import styles from './GroupedList.module.css'
import { VirtualList } from './VirtualList.tsx'

export type ListGroup<Row> = {
  id: string
  title: string
  count: number
  rows: readonly Row[]
  /** Button that shows or hides further rows. */
  expander?: { label: string; isExpanded: boolean; toggle: () => void } | undefined
}

/** Height in rem. */
type Height = { desktop: number; phone: number }

type GroupedListProps<Row> = {
  scrollRef: RefObject<HTMLElement | null>
  groups: readonly ListGroup<Row>[]
  rowHeight: Height
  headingHeight: Height
  isAlwaysRendered: (row: Row) => boolean
  /** Renders a row. It must set the key and the height in px. */
  children: (row: Row, height: number) => ReactElement
}

const expanderHeight: Height = { desktop: 2.25, phone: 2.75 }

export function GroupedList<Row>(props: GroupedListProps<Row>) {
  const { scrollRef, groups, rowHeight, headingHeight, isAlwaysRendered, children } = props
  const px = useRemToPx()
  const heights = { row: px(rowHeight), heading: px(headingHeight), expander: px(expanderHeight) }
  return withOffsets(groups, heights).map(({ id, title, count, rows, expander, offset }) => (
    <section key={id} aria-label={title}>
      <h2 className={styles.heading} style={{ height: heights.heading }}>
        <span>{title}</span>
        <span>{count}</span>
      </h2>
      <VirtualList
        as="ul"
        scrollRef={scrollRef}
        startMargin={offset}
        rows={rows}
        rowHeight={heights.row}
        keepMountedIndex={rows.findIndex(isAlwaysRendered)}
      >
        {row => children(row, heights.row)}
      </VirtualList>
      {expander && (
        <UnstyledButton
          className={styles.fold ?? ''}
          style={{ height: heights.expander }}
          aria-expanded={expander.isExpanded}
          onClick={expander.toggle}
        >
          {expander.isExpanded ? <IconChevronDown aria-hidden /> : <IconChevronRight aria-hidden />}
          {expander.label}
        </UnstyledButton>
      )}
    </section>
  ))
}

/** Returns the distance of a row from the top in px, and whether it is the first of its group. */
export function useRowPosition<Row>(
  groups: readonly ListGroup<Row>[],
  heights: { rowHeight: Height; headingHeight: Height },
  isRow: (row: Row) => boolean,
): { offset: number | undefined; isFirstOfGroup: boolean } {
  const px = useRemToPx()
  const row = px(heights.rowHeight)
  const placed = withOffsets(groups, {
    row,
    heading: px(heights.headingHeight),
    expander: px(expanderHeight),
  })
  for (const { rows, offset } of placed) {
    const index = rows.findIndex(isRow)
    if (index >= 0) return { offset: offset + index * row, isFirstOfGroup: index === 0 }
  }
  return { offset: undefined, isFirstOfGroup: false }
}

/** Adds the distance of each group's first row from the top, in px. */
function withOffsets<Row>(
  groups: readonly ListGroup<Row>[],
  heights: { row: number; heading: number; expander: number },
) {
  let end = 0
  return groups.map(group => {
    const offset = end + heights.heading
    end = offset + group.rows.length * heights.row + (group.expander ? heights.expander : 0)
    return { ...group, offset }
  })
}
