import { IconChevronDown, IconChevronRight, IconFolder } from '@tabler/icons-react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { topFolderId } from '../../../contract/params.ts'
import { useT } from '../../../i18n/useT.ts'
import { EntryName } from '../list/EntryName.tsx'
import { useLineHeight } from '../list/useLineHeight.ts'
import type { EntryOrder } from '../model/entryOrder.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import styles from './FolderTree.module.css'
import { treeStep } from './treeKeys.ts'
import { treeLines } from './treeLines.ts'

type FolderTreeProps = {
  index: FileIndex
  /** The one that is open. */
  folderId: number
  order: EntryOrder
  to: (folderId: number) => string
  onFollow: (folderId: number) => void
}

const lineHeight = { desk: 2, phone: 2.75 }
/** Deeper folders stay where they can be read. */
const deepest = 5

/** The folders of the class at the side. Only those in sight are drawn. */
export function FolderTree({ index, folderId, order, to, onFollow }: FolderTreeProps) {
  // The virtualizer is the same object at every render and answers anew: remembered, the tree would stand still.
  'use no memo'
  const t = useT('files')
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const height = useLineHeight(lineHeight)
  const above = useMemo(() => [topFolderId, ...index.path(folderId).map(({ id }) => id)], [index, folderId])
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(() =>
    new Set(above.slice(0, -1)).add(topFolderId),
  )
  const [opened, setOpened] = useState(folderId)
  const [activeId, setActiveId] = useState(folderId)
  // Whoever opens a folder sees it in the tree.
  if (opened !== folderId) {
    setOpened(folderId)
    setActiveId(folderId)
    setUnfolded(new Set([...unfolded, ...above.slice(0, -1)]))
  }
  const lines = useMemo(() => treeLines(index, unfolded, order), [index, unfolded, order])
  const found = lines.findIndex(({ id }) => id === activeId)
  const active = Math.max(0, found)
  const current = lines.findIndex(({ id }) => id === folderId)

  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    rangeExtractor: range => {
      const inSight = defaultRangeExtractor(range)
      return inSight.includes(active) ? inSight : [...inSight, active].sort((a, b) => a - b)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another folder is opened.
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' })
  }, [folderId])

  const wantsFocus = useRef(false)
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current
      ?.querySelector<HTMLElement>(`[data-folder="${activeId}"]`)
      ?.focus({ preventScroll: true })
  })
  const fold = (id: number, folded: boolean) => {
    const next = new Set(unfolded)
    if (folded) next.delete(id)
    else next.add(id)
    setUnfolded(next)
  }
  const open = (id: number) => {
    onFollow(id)
    void navigate(to(id), { state: { keepsFocus: true } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = treeStep(event.key, lines, active)
    const line = lines[active]
    if (!step || !line) return
    event.preventDefault()
    if ('open' in step) return open(line.id)
    if ('fold' in step) return fold(line.id, step.fold)
    const next = lines[step.focus]
    if (!next) return
    virtualizer.scrollToIndex(step.focus, { align: 'auto' })
    wantsFocus.current = true
    setActiveId(next.id)
  }

  return (
    <aside className={styles.side} aria-label={t('tree')}>
      <p className={styles.head} aria-hidden>
        {t('tree')}
      </p>
      <div ref={scroller} className={styles.scroll}>
        {/* biome-ignore-start lint/a11y: a tree whose lines are not all there is no list in a list */}
        <div
          role="tree"
          aria-label={t('tree')}
          className={styles.lines}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {virtualizer.getVirtualItems().map(({ index: at, start }) => {
            const line = lines[at]
            if (!line) return null
            const Chevron = line.unfolded ? IconChevronDown : IconChevronRight
            return (
              <div
                key={line.id}
                role="treeitem"
                tabIndex={at === active ? 0 : -1}
                className={styles.line}
                style={{
                  height,
                  transform: `translateY(${start}px)`,
                  paddingLeft: `calc(var(--space-2) + ${Math.min(line.level, deepest) - 1} * var(--space-5))`,
                }}
                data-folder={line.id}
                aria-level={line.level}
                aria-posinset={line.place}
                aria-setsize={line.of}
                aria-expanded={line.unfolded}
                aria-selected={line.id === folderId}
                aria-current={line.id === folderId ? 'page' : undefined}
                onFocus={() => setActiveId(line.id)}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  disabled={line.unfolded === undefined}
                  onClick={() => fold(line.id, line.unfolded === true)}
                >
                  {line.unfolded !== undefined && <Chevron aria-hidden />}
                </button>
                <Link
                  to={to(line.id)}
                  tabIndex={-1}
                  state={{ keepsFocus: true }}
                  onClick={() => onFollow(line.id)}
                >
                  <IconFolder aria-hidden />
                  {line.folder ? <EntryName entry={line.folder} /> : t('top')}
                </Link>
              </div>
            )
          })}
        </div>
        {/* biome-ignore-end lint/a11y: up to here */}
      </div>
    </aside>
  )
}
