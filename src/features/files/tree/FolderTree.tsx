import { IconChevronDown, IconChevronRight, IconFolder } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { useT } from '../../../i18n/useT.ts'
import { useRemToPx } from '../../../ui/layout/screenSize.ts'
import { VirtualList } from '../../../ui/list/VirtualList.tsx'
import { EntryName } from '../list/FileRow.tsx'
import type { FileIndex } from '../model/fileIndex.ts'
import type { EntryOrder } from '../useArranged.ts'
import styles from './FolderTree.module.css'

type FolderTreeProps = {
  index: FileIndex
  /** The open folder. */
  folderId: number
  order: EntryOrder
  to: (folderId: number) => string
  onFollow: (folderId: number) => void
}

const lineHeight = { desk: 2, phone: 2.75 }
/** Maximum level of indentation, so that deeper folders remain readable. */
const deepest = 5

/** The folder tree of the class. Only the visible lines are rendered. */
export function FolderTree({ index, folderId, order, to, onFollow }: FolderTreeProps) {
  const t = useT('files')
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const height = useRemToPx()(lineHeight)
  const above = useMemo(() => [topFolderId, ...index.path(folderId).map(({ id }) => id)], [index, folderId])
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(() =>
    new Set(above.slice(0, -1)).add(topFolderId),
  )
  const [opened, setOpened] = useState(folderId)
  const [activeId, setActiveId] = useState(folderId)
  // Shows the open folder in the tree.
  if (opened !== folderId) {
    setOpened(folderId)
    setActiveId(folderId)
    setUnfolded(new Set([...unfolded, ...above.slice(0, -1)]))
  }
  const lines = useMemo(() => treeLines(index, unfolded, order), [index, unfolded, order])
  const found = lines.findIndex(({ id }) => id === activeId)
  const active = Math.max(0, found)

  const lineOf = (id: number) => scroller.current?.querySelector<HTMLElement>(`[data-folder="${id}"]`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another folder is opened.
  useEffect(() => {
    void lineOf(folderId)?.scrollIntoView({ block: 'nearest' })
  }, [folderId])

  const wantsFocus = useRef(false)
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const line = lineOf(activeId)
    line?.focus({ preventScroll: true })
    void line?.scrollIntoView({ block: 'nearest' })
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
        <div role="tree" aria-label={t('tree')} onKeyDown={onKeyDown}>
          <VirtualList scrollRef={scroller} rows={lines} rowHeight={height} keepMountedIndex={active}>
            {(line, at) => {
              const Chevron = line.unfolded ? IconChevronDown : IconChevronRight
              return (
                <div
                  key={line.id}
                  role="treeitem"
                  tabIndex={at === active ? 0 : -1}
                  className={styles.line}
                  style={{
                    height,
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
            }}
          </VirtualList>
        </div>
        {/* biome-ignore-end lint/a11y: up to here */}
      </div>
    </aside>
  )
}

/** Returns the action of a key on a line, according to WAI-ARIA's tree pattern. Undefined for other keys. */
export function treeStep(
  key: string,
  lines: readonly TreeLine[],
  at: number,
): { focus: number } | { fold: boolean } | { open: true } | undefined {
  const line = lines[at]
  if (!line) return undefined
  if (key === 'ArrowDown') return { focus: Math.min(lines.length - 1, at + 1) }
  if (key === 'ArrowUp') return { focus: Math.max(0, at - 1) }
  if (key === 'Home') return { focus: 0 }
  if (key === 'End') return { focus: lines.length - 1 }
  if (key === 'Enter' || key === ' ') return { open: true }
  if (key === 'ArrowRight') {
    if (line.unfolded === undefined) return undefined
    return line.unfolded ? { focus: at + 1 } : { fold: false }
  }
  if (key === 'ArrowLeft') {
    if (line.unfolded) return { fold: true }
    return {
      focus: Math.max(
        0,
        lines.findLastIndex(({ level }, before) => before < at && level < line.level),
      ),
    }
  }
  return undefined
}

/** A folder in the tree. `folder` is undefined for the top folder. */
type TreeLine = {
  id: number
  folder: ClassFile | undefined
  /** 1 for the top folder. */
  level: number
  /** Whether it is expanded. Undefined if it has no folders. */
  unfolded: boolean | undefined
  /** Position among its siblings, from 1, and their number. */
  place: number
  of: number
}

/** Returns the visible folders of the tree, from top to bottom. */
export function treeLines(index: FileIndex, unfolded: ReadonlySet<number>, order: EntryOrder): TreeLine[] {
  const lines: TreeLine[] = []
  const isUnfolded = (id: number) => (index.folders(id).length > 0 ? unfolded.has(id) : undefined)
  const push = (line: Omit<TreeLine, 'unfolded'>) => lines.push({ ...line, unfolded: isUnfolded(line.id) })
  push({ id: topFolderId, folder: undefined, level: 1, place: 1, of: 1 })
  /** Folders that are still to be added, the next one last. A stack, so that the depth is not limited. */
  const waiting: Omit<TreeLine, 'unfolded'>[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line?.unfolded) {
      const inside = index.folders(line.id).toSorted(order.compare)
      for (let child = inside.length - 1; child >= 0; child -= 1) {
        const folder = inside[child]
        if (!folder) continue
        waiting.push({ id: folder.id, folder, level: line.level + 1, place: child + 1, of: inside.length })
      }
    }
    const next = waiting.pop()
    if (next) push(next)
  }
  return lines
}
