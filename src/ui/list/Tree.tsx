import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { findRow } from './rows.ts'
import styles from './Tree.module.css'
import { getTreeAction, type TreeRow } from './treeRows.ts'
import { useListNavigation } from './useListNavigation.ts'
import { VirtualList } from './VirtualList.tsx'

type TreeProps<Node extends { id: number }> = {
  label: string
  scrollRef: RefObject<HTMLElement | null>
  /** The visible nodes (`getTreeRows`). */
  rows: readonly TreeRow<Node>[]
  /** In px. */
  rowHeight: number
  /** Scrolled into view. */
  currentId: number
  onToggle: (node: Node, isExpanded: boolean) => void
  onOpen: (node: Node) => void
  /** Controls in it must have tab index -1. */
  children: (node: Node) => ReactNode
}

/** Deeper nodes are not indented further. */
const maxIndent = 5

/** Virtual tree with the keyboard pattern of WAI-ARIA. */
export function Tree<Node extends { id: number }>(props: TreeProps<Node>) {
  const { label, scrollRef, rows, rowHeight, currentId, onToggle, onOpen, children } = props
  const navigation = useListNavigation({
    containerRef: scrollRef,
    attribute: 'data-node',
    rows,
    getKey: ({ node }) => node.id,
    currentKey: currentId,
  })
  const { activeIndex, activeRow } = navigation
  const [lastCurrentId, setLastCurrentId] = useState(currentId)
  if (lastCurrentId !== currentId) {
    setLastCurrentId(currentId)
    navigation.setActiveKey(currentId)
  }
  useEffect(() => {
    void findRow(scrollRef.current, 'data-node', currentId)?.scrollIntoView({ block: 'nearest' })
  }, [scrollRef, currentId])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const action = getTreeAction(event.key, rows, activeIndex)
    if (!action || !activeRow) return
    event.preventDefault()
    if (action === 'open') onOpen(activeRow.node)
    else if ('expand' in action) onToggle(activeRow.node, action.expand)
    else navigation.focusIndex(action.focus)
  }
  return (
    // biome-ignore-start lint/a11y: rows that are not all rendered can't be a list in a list
    <div role="tree" aria-label={label} onKeyDown={handleKeyDown} onFocus={navigation.handleFocus}>
      <VirtualList scrollRef={scrollRef} rows={rows} rowHeight={rowHeight} keepMountedIndex={activeIndex}>
        {({ node, level, isExpanded, position, siblingCount }, index) => (
          <div
            key={node.id}
            role="treeitem"
            tabIndex={index === activeIndex ? 0 : -1}
            className={styles.row}
            style={{
              height: rowHeight,
              paddingLeft: `calc(var(--space-2) + ${Math.min(level, maxIndent) - 1} * var(--space-5))`,
            }}
            data-node={node.id}
            aria-level={level}
            aria-posinset={position}
            aria-setsize={siblingCount}
            aria-expanded={isExpanded}
            aria-selected={node.id === currentId}
            aria-current={node.id === currentId ? 'page' : undefined}
          >
            <button
              type="button"
              className={styles.toggle}
              tabIndex={-1}
              aria-hidden
              disabled={isExpanded === undefined}
              onClick={() => onToggle(node, !isExpanded)}
            >
              {isExpanded === true && <IconChevronDown aria-hidden />}
              {isExpanded === false && <IconChevronRight aria-hidden />}
            </button>
            {children(node)}
          </div>
        )}
      </VirtualList>
    </div>
    // biome-ignore-end lint/a11y: up to here
  )
}
