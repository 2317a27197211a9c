import type { QueryClient } from '@tanstack/react-query'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import type { FloatAnchor } from '../../../ui/layout/FloatTarget.tsx'
import { isPhone } from '../../../ui/layout/screenSize.ts'
import type { Sorting } from '../filesLoader.ts'
import type { FileIndex } from '../model/fileIndex.ts'

type Sizes = {
  /** Entries in a line. */
  columns: number
  /** Height of a line, and of what stays above them, in px. */
  line: number
  head: number
}

export type VirtualLines = {
  /** Of all lines, in px. */
  height: number
  /** Lines that are drawn: which, and where (px from the first). */
  lines: readonly { line: number; start: number }[]
  /** Where in the rows the entry is that has the one tab stop. */
  active: number
  /** Makes an entry the one with the tab stop. */
  activate: (entry: ClassFile) => void
  /** Moves the focus to an entry by its place in the rows, which comes into sight. */
  focusAt: (at: number) => ClassFile | undefined
}

/** How high (px) a list was the last time, and what stands above it on a desk. */
let seenHeight: number | undefined
const usuallyAbove = 184

/**
 * Which lines of a folder are drawn. The one with the focus always is, so that it never falls out; where it was and how
 * far it was scrolled is kept for the way back.
 */
export function useVirtualLines(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, folderId, places, goTo, onWent }: ListProps,
  { columns, line, head }: Sizes,
): VirtualLines {
  'use no memo'
  const [kept] = useState(() => places.read(folderId))
  const [activeId, setActiveId] = useState(kept.entryId)
  const last = useRef(0)
  const found = activeId === undefined ? 0 : rows.findIndex(({ id }) => id === activeId)
  // Where it was, when it is not there any more.
  const active = Math.max(0, found >= 0 ? found : Math.min(last.current, rows.length - 1))
  const activeLine = Math.floor(active / columns)

  const virtualizer = useVirtualizer({
    count: Math.ceil(rows.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => line,
    initialOffset: kept.top,
    // Until it is measured: the rows are there at the first painting, and most often no others have to be drawn then.
    initialRect: { width: 0, height: seenHeight ?? window.innerHeight - usuallyAbove },
    scrollMargin: head,
    scrollPaddingStart: head,
    overscan: 6,
    rangeExtractor: range => {
      const inSight = defaultRangeExtractor(range)
      return inSight.includes(activeLine) || rows.length === 0
        ? inSight
        : [...inSight, activeLine].sort((a, b) => a - b)
    },
  })
  const measured = useRef({ line, head })
  useEffect(() => {
    if (measured.current.line === line && measured.current.head === head) return
    measured.current = { line, head }
    virtualizer.measure()
  }, [virtualizer, line, head])

  const wanted = useRef<number>(undefined)
  const focusWanted = () => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-entry="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  }
  const activate = (entry: ClassFile) => {
    setActiveId(entry.id)
    places.change(folderId, { entryId: entry.id })
  }
  const focusAt = (at: number) => {
    const entry = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (!entry) return undefined
    virtualizer.scrollToIndex(Math.floor(rows.indexOf(entry) / columns), { align: 'auto' })
    activate(entry)
    wanted.current = entry.id
    focusWanted()
    return entry
  }
  useLayoutEffect(() => {
    seenHeight = virtualizer.scrollRect?.height || seenHeight
    last.current = active
    if (wanted.current !== undefined) focusWanted()
  })
  const goToAt = goTo === undefined ? -1 : rows.findIndex(({ id }) => id === goTo)
  useEffect(() => {
    if (goToAt < 0) return
    focusAt(goToAt)
    onWent()
  })

  return {
    height: virtualizer.getTotalSize(),
    lines: virtualizer.getVirtualItems().map(({ index, start }) => ({ line: index, start: start - head })),
    active,
    activate,
    focusAt,
  }
}

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** The height of a line in px, whole: a fraction would blur the text of the lines below. Given in rem. */
export const useLineHeight = (heights: { desk: number; phone: number }): number =>
  useSyncExternalStore(onResize, () => Math.round(rem() * (isPhone() ? heights.phone : heights.desk)))

/** What a folder shows, for the list and for the tiles. */
export type ListProps = {
  folderId: number
  /** What is read out of the whole. */
  label: string
  index: FileIndex
  rows: readonly ClassFile[]
  /** How many of the rows lie in the folder itself; the rest is said with its path. */
  here: number
  sort: Sorting
  /** The one in the preview. */
  shown: number | undefined
  /** On their way out. */
  deleting: ReadonlySet<number>
  places: EntryPlaces
  /** The focus goes to this entry as soon as it is there. */
  goTo: number | undefined
  onWent: () => void
  onSort: (sort: Sorting) => void
  /** The address that opens an entry. */
  to: (entry: ClassFile) => string
  onOpen: (entry: ClassFile) => void
  /** Shows a file beside the list, or puts it away again. */
  onPreview: (entry: ClassFile) => void
  onUp: () => void
  onMenu: (entry: ClassFile, at: FloatAnchor) => void
}

/** Where somebody was in a folder: how far it was scrolled (px), and on which entry. */
type FolderPlace = { top: number; entryId: number | undefined }

const held = new WeakMap<QueryClient, Map<string, FolderPlace>>()

/** The places in the folders of a class, kept until the page closes: who goes back or up finds them as they were. */
export function entryPlaces(client: QueryClient, courseId: number) {
  const all = held.get(client) ?? new Map<string, FolderPlace>()
  held.set(client, all)
  const key = (folderId: number) => `${courseId}/${folderId}`
  return {
    read: (folderId: number): FolderPlace => all.get(key(folderId)) ?? { top: 0, entryId: undefined },
    change: (folderId: number, place: Partial<FolderPlace>): void => {
      all.set(key(folderId), { ...(all.get(key(folderId)) ?? { top: 0, entryId: undefined }), ...place })
    },
    /** A folder that is opened from the one above it begins at its beginning. */
    forget: (folderId: number): void => void all.delete(key(folderId)),
  }
}

export type EntryPlaces = ReturnType<typeof entryPlaces>
